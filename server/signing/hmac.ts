/** Computes HMACs of small messages faster than createHmac. */
import { type BinaryToTextEncoding, createHmac, hash } from 'node:crypto'
import type { Digest } from './recipe.ts'

/** The largest message, in bytes, that one call hashes. Above this size, copying costs more than it saves. */
const mostAtOnce = 8192
const longestBlock = 128
const desk = Buffer.allocUnsafe(longestBlock + mostAtOnce)

/** The two padded keys of RFC 2104. The outer buffer has room for the inner digest. */
interface Pads {
  inner: Buffer
  outer: Buffer
}

/** Sizes in bytes. */
const sizes: Record<Digest, { block: number; digest: number }> = {
  md5: { block: 64, digest: 16 },
  sha1: { block: 64, digest: 20 },
  sha256: { block: 64, digest: 32 },
  sha384: { block: longestBlock, digest: 48 },
  sha512: { block: longestBlock, digest: 64 },
}

/** Computes a key's pads without the cache. */
export function paddings(name: Digest, key: Buffer): Pads {
  const { block, digest } = sizes[name]
  const bytes = key.length > block ? hash(name, key, 'buffer') : key
  const pads = { inner: Buffer.alloc(block, 0x36), outer: Buffer.alloc(block + digest, 0x5c) }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    pads.inner[at] = byte ^ 0x36
    pads.outer[at] = byte ^ 0x5c
  }
  return pads
}

const kept = new WeakMap<Buffer, Map<Digest, Pads>>()

function padsOf(digest: Digest, key: Buffer): Pads {
  let known = kept.get(key)
  if (known === undefined) {
    known = new Map()
    kept.set(key, known)
  }
  let pads = known.get(digest)
  if (pads === undefined) {
    pads = paddings(digest, key)
    known.set(digest, pads)
  }
  return pads
}

/**
 * The HMAC of the concatenated parts, identical to createHmac's. For a short message, creating createHmac's objects
 * takes longer than the hashing.
 * @param key pass the same Buffer each time: the pads are cached per Buffer
 */
export function hmacOf(
  digest: Digest,
  key: Buffer,
  parts: readonly (string | Buffer)[],
  encoding: BinaryToTextEncoding,
): string {
  let most = 0
  for (const part of parts) most += typeof part === 'string' ? part.length * 3 : part.length
  if (most > mostAtOnce) {
    const hmac = createHmac(digest, key)
    for (const part of parts) hmac.update(part)
    return hmac.digest(encoding)
  }
  const { inner, outer } = padsOf(digest, key)
  desk.set(inner)
  let end = inner.length
  for (const part of parts) {
    if (typeof part === 'string') end += desk.write(part, end)
    else {
      desk.set(part, end)
      end += part.length
    }
  }
  outer.write(hash(digest, desk.subarray(0, end), 'binary'), inner.length, 'binary')
  return hash(digest, outer, encoding)
}
