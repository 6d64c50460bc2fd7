import { createHash } from 'node:crypto'
import type { Content } from './content.ts'
import type { HeaderMap, Presented } from './presented.ts'

/** `Content-Digest` of RFC 9530, by SHA-256. */
export const contentDigest = (body: Buffer): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** In bytes. */
const sizes: Record<string, number> = { 'sha-256': 32, 'sha-512': 64 }

/** The digests of a body that RFC 9530 calls secure enough, of those that Content-Digest gives. */
const digestsIn = (given: string) => [...given.matchAll(/(sha-256|sha-512)=:([A-Za-z0-9+/=]+):/g)]

/** A digest of another kind or in another form says nothing of the body, whichever it was made of. */
export function digestFlaws(headers: HeaderMap): NonNullable<Presented['flaws']> {
  const given = headers.get('content-digest')
  if (given === undefined) return []
  const flaw = (wanted: string) => [{ place: 'Content-Digest', received: given, wanted }]
  const found = digestsIn(given)
  if (found.length === 0) return flaw('sha-256=:…: or sha-512=:…: as RFC 9530 has it')
  const isWhole = ([, name = '', value = '']: RegExpExecArray) =>
    Buffer.from(value, 'base64').length === sizes[name]
  return found.every(isWhole) ? [] : flaw('the bytes of the digest in base64, not its hex')
}

/** Whether the digests that Content-Digest gives are those of the body. */
export function bodyFits({ headers, body }: Content): boolean {
  const found = digestsIn(headers.get('content-digest') ?? '')
  return (
    found.length > 0 &&
    found.every(
      ([, name = '', value]) => createHash(name.replace('-', '')).update(body).digest('base64') === value,
    )
  )
}
