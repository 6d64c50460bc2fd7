import type { HeaderPair } from '../wire.ts'

/** SHA-256 as signatures are written: in hex, or in base64. */
const written = /(?<![A-Za-z0-9+/])(?:[0-9a-f]{64}|[a-z0-9+/]{43}=)(?![A-Za-z0-9+/=])/gi
/** More than these in one answer are not looked at. */
const most = 3

/**
 * The signatures that a receiver has answered, each with the headers as if it had been sent: what explains a signature that
 * does not fit then tells what the receiver did to come to another one.
 */
export function answeredSignatures(
  headers: readonly HeaderPair[],
  answer: string,
): { signature: string; headers: HeaderPair[] }[] {
  const isSigned = ([name]: HeaderPair) => /signature|hmac/i.test(name)
  const sent = new Set(headers.filter(isSigned).flatMap(([, value]) => value.match(written) ?? []))
  if (sent.size === 0) return []
  // PHP writes a slash in JSON so.
  const found = new Set(answer.replaceAll('\\/', '/').match(written) ?? [])
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
