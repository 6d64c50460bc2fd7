/** Finds signatures that a receiver computed and returned in its response. */
import type { HeaderPair } from '../wire.ts'

/** Matches SHA-1, SHA-256 and SHA-512 digests in hex or base64. */
const written =
  /(?<![A-Za-z0-9+/])(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}|[a-z0-9+/]{27}=|[a-z0-9+/]{43}=|[a-z0-9+/]{86}==)(?![A-Za-z0-9+/=])/gi
/** The maximum number of signatures examined per response. */
const most = 3

/** All texts that look like signatures. */
export const digestsIn = (text: string): string[] => text.match(written) ?? []

const isSigned = ([name]: HeaderPair) => /signature|hmac/i.test(name)

/** The headers that contain a signature. */
export const signaturesIn = (
  headers: readonly HeaderPair[],
): { name: string; value: string; signature: string }[] =>
  headers
    .filter(isSigned)
    .flatMap(([name, value]) => digestsIn(value).map((signature) => ({ name, value, signature })))

/**
 * Each signature in the response, with the headers as if the sandbox had sent it. Explaining these headers then shows
 * how the receiver computed the signature.
 */
export function answeredSignatures(
  headers: readonly HeaderPair[],
  answer: string,
): { signature: string; headers: HeaderPair[] }[] {
  const sent = new Set(signaturesIn(headers).map(({ signature }) => signature))
  if (sent.size === 0) return []
  // PHP's json_encode escapes slashes.
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
