import type { HeaderPair } from '../wire.ts'

/** SHA-1, SHA-256 and SHA-512 as signatures are written: in hex, or in base64. */
const written =
  /(?<![A-Za-z0-9+/])(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}|[a-z0-9+/]{27}=|[a-z0-9+/]{43}=|[a-z0-9+/]{86}==)(?![A-Za-z0-9+/=])/gi
/** More than these in one answer are not looked at. */
const most = 3

/** What is written in a text as signatures are. */
export const digestsIn = (text: string): string[] => text.match(written) ?? []

const isSigned = ([name]: HeaderPair) => /signature|hmac/i.test(name)

/** The headers that hold a signature, each with its own. */
export const signaturesIn = (
  headers: readonly HeaderPair[],
): { name: string; value: string; signature: string }[] =>
  headers
    .filter(isSigned)
    .flatMap(([name, value]) => digestsIn(value).map((signature) => ({ name, value, signature })))

/**
 * The signatures that a receiver has answered, each with the headers as if it had been sent: what explains a signature that
 * does not fit then tells what the receiver did to come to another one.
 */
export function answeredSignatures(
  headers: readonly HeaderPair[],
  answer: string,
): { signature: string; headers: HeaderPair[] }[] {
  const sent = new Set(signaturesIn(headers).map(({ signature }) => signature))
  if (sent.size === 0) return []
  // PHP writes a slash in JSON so.
  const found = new Set(digestsIn(answer.replaceAll('\\/', '/')))
  return [...found]
    .filter((signature) => !sent.has(signature))
    .slice(0, most)
    .map((signature) => ({
      signature,
      headers: headers.map(
        (pair): HeaderPair => (isSigned(pair) ? [pair[0], pair[1].replace(written, () => signature)] : pair),
      ),
    }))
}
