import type { Cause, HeaderPair } from '../../wire.ts'
import { causes } from '../causes.ts'
import { equalInConstantTime } from '../digest.ts'
import type { VerifyInput } from '../input.ts'
import { isBase64 } from '../templated.ts'
import { provedCause } from '../verdicts.ts'

/** Shorter ones may stand in any header for another reason. */
const shortest = 8

/** `Bearer `, `Token `, `sha256=`, `v1,` and the like. */
const word = /^[a-z][\w-]{0,15}(?:[=,:] ?| +)/i

/** What is longer is no secret. */
const longest = 2000

/** The letters before a secret that a recipe may strip. */
const prefix = 'whsec_'

const isHex = (text: string) => /^(?:[0-9a-f]{2})+$/i.test(text)

/** A text that a header holds, and how it is written there. */
interface Held {
  text: string
  said: string
}

/** Every text in a header's value that may be a secret: all of it, what is behind a word, the items of `t=…,v1=…`, and each decoded. */
function heldIn(value: string): Held[] {
  const whole = value.trim()
  if (whole.length > longest) return []
  const items = whole.split(/[,;] */).map((item) => item.replace(word, ''))
  return [...new Set([whole, whole.replace(word, ''), ...items])]
    .flatMap((text): Held[] => [
      { text, said: '' },
      ...(isBase64(text) ? [{ text: Buffer.from(text, 'base64').toString(), said: ' in base64' }] : []),
      ...(isHex(text) ? [{ text: Buffer.from(text, 'hex').toString(), said: ' in hex' }] : []),
    ])
    .filter(({ text }) => text.length >= shortest)
}

/** What is told of a secret that was sent as it is, in one of these headers; undefined where none was. */
export function sentSecret(
  headers: readonly HeaderPair[],
  { secrets, otherSecrets }: Pick<VerifyInput, 'secrets' | 'otherSecrets'>,
): Cause | undefined {
  const knownOnes = [...secrets, ...otherSecrets].filter(({ secret }) => secret.length >= shortest)
  for (const [header, value] of headers) {
    const held = heldIn(value)
    // Of many secrets few are as long, and comparing takes much longer than looking at that.
    const isIn = (secret: string) =>
      held.find(({ text }) => text.length === secret.length && equalInConstantTime(text, secret))
    for (const { secret, of } of knownOnes) {
      const whole = isIn(secret)
      const bare = whole ?? (secret.startsWith(prefix) ? isIn(secret.slice(prefix.length)) : undefined)
      if (!bare) continue
      const written = `${whole ? '' : ` without ${prefix}`}${bare.said}`
      return provedCause({
        cause: 'secret_sent',
        detail: `${header} holds the secret of ${of} itself${written}: nothing is signed by it.`,
        fix: causes.secret_sent.fix,
      })
    }
  }
  return undefined
}
