import type { Cause, HeaderPair } from '../../wire.ts'
import { causes } from '../causes.ts'
import { equalInConstantTime } from '../digest.ts'
import type { VerifyInput } from '../input.ts'
import { provedCause } from '../verdicts.ts'

/** Shorter ones may stand in any header for another reason. */
const shortest = 8

/** `Bearer `, `Token `, `sha256=`, `v1,` and the like. */
const word = /^[a-z][\w-]{0,15}(?:[=,:] ?| +)/i

/** What is told of a secret that was sent as it is, in one of these headers; undefined where none was. */
export function sentSecret(
  headers: readonly HeaderPair[],
  { secrets, otherSecrets }: Pick<VerifyInput, 'secrets' | 'otherSecrets'>,
): Cause | undefined {
  const knownOnes = [...secrets, ...otherSecrets].filter(({ secret }) => secret.length >= shortest)
  for (const [header, value] of headers) {
    const texts = [value.trim(), value.trim().replace(word, '')]
    // Of many secrets few are as long, and comparing takes much longer than looking at that.
    const known = knownOnes.find(({ secret }) =>
      texts.some((text) => text.length === secret.length && equalInConstantTime(text, secret)),
    )
    if (known)
      return provedCause({
        cause: 'secret_sent',
        detail: `${header} holds the secret of ${known.of} itself: nothing is signed by it.`,
        fix: causes.secret_sent.fix,
      })
  }
  return undefined
}
