import { equalInConstantTime } from '../../signing/digest.ts'
import { isBase64 } from '../../signing/templated.ts'
import type { Cause, HeaderPair } from '../../wire.ts'
import { ownerWords } from '../../words/verdict.ts'
import { causes } from '../causes.ts'
import type { VerifyInput } from '../input.ts'
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
  header: string
  text: string
  said: string
}

/** What a digest that was written so decodes to has other bytes too. */
const isPrintable = (text: string) => /^[\x20-\x7e]+$/.test(text)

/** Every text in a header's value that may be a secret: all of it, what is behind a word, the items of `t=…,v1=…`, and each decoded. */
function heldIn([header, value]: HeaderPair): Held[] {
  const whole = value.trim()
  if (whole.length > longest) return []
  const items = whole.split(/[,;] */).map((item) => item.replace(word, ''))
  return [...new Set([whole, whole.replace(word, ''), ...items])].flatMap((text) => {
    if (text.length < shortest) return []
    const decoded = (['base64', 'hex'] as const)
      .filter((encoding) => (encoding === 'hex' ? isHex(text) : isBase64(text)))
      .map((encoding) => ({
        header,
        text: Buffer.from(text, encoding).toString('latin1'),
        said: ` in ${encoding}`,
      }))
    return [{ header, text, said: '' }, ...decoded.filter((one) => isPrintable(one.text))]
  })
}

/** What is told of a secret that was sent as it is, in one of these headers; undefined where none was. */
export function sentSecret(
  headers: readonly HeaderPair[],
  { secrets, otherSecrets }: Pick<VerifyInput, 'secrets' | 'otherSecrets'>,
): Cause | undefined {
  const held = headers.flatMap(heldIn)
  // Of many secrets few are as long, and comparing takes much longer than looking at that.
  const lengths = new Set(held.map(({ text }) => text.length))
  const find = (secret: string) =>
    secret.length >= shortest && lengths.has(secret.length)
      ? held.find(({ text }) => text.length === secret.length && equalInConstantTime(text, secret))
      : undefined
  for (const { secret, of } of [...secrets, ...otherSecrets]) {
    const whole = find(secret)
    const found = whole ?? (secret.startsWith(prefix) ? find(secret.slice(prefix.length)) : undefined)
    if (found === undefined) continue
    const written = `${whole ? '' : ` without ${prefix}`}${found.said}`
    return provedCause({
      cause: 'secret_sent',
      detail: `${found.header} holds the secret of ${ownerWords(of)} itself${written}: nothing is signed by it.`,
      fix: causes.secret_sent.fix,
    })
  }
  return undefined
}
