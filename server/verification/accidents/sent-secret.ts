/** Detects a secret that was sent instead of a signature. */
import { equalInConstantTime } from '../../signing/digest.ts'
import { isBase64 } from '../../signing/templated.ts'
import type { Cause, HeaderPair } from '../../wire.ts'
import { ownerWords } from '../../words/verdict.ts'
import { causes } from '../causes.ts'
import type { VerifyInput } from '../input.ts'
import { provedCause } from '../verdicts.ts'

/** Shorter secrets may appear in a header by chance. */
const shortest = 8

/** Matches `Bearer `, `Token `, `sha256=`, `v1,` and similar prefixes. */
const word = /^[a-z][\w-]{0,15}(?:[=,:] ?| +)/i

/** Longer values are not secrets. */
const longest = 2000

/** The prefix that a recipe may remove. */
const prefix = 'whsec_'

const isHex = (text: string) => /^(?:[0-9a-f]{2})+$/i.test(text)

/** A text from a header, and its encoding there. */
interface Held {
  header: string
  text: string
  said: string
}

/** A decoded digest contains unprintable bytes. */
const isPrintable = (text: string) => /^[\x20-\x7e]+$/.test(text)

/**
 * Every text in a header that may be a secret: the whole value, the text after a prefix, the items of `t=…,v1=…`, and
 * each of these decoded.
 */
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

/** The cause for a secret that one of these headers contains; undefined if none does. */
export function sentSecret(
  headers: readonly HeaderPair[],
  { secrets, otherSecrets }: Pick<VerifyInput, 'secrets' | 'otherSecrets'>,
): Cause | undefined {
  const held = headers.flatMap(heldIn)
  // Comparing lengths first is much faster than comparing all secrets.
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
      detail: `${found.header} contains the secret of ${ownerWords(of)} itself${written} instead of a signature.`,
      fix: causes.secret_sent.fix,
    })
  }
  return undefined
}
