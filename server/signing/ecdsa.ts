/** Signs with ES256 deterministically, because node:crypto draws a random nonce. */
import { createECDH, createHash, createHmac, hkdfSync } from 'node:crypto'

/** The order of the group of P-256 (SEC 2, 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`)

/** Derives a private scalar from any text. Drawing 48 bytes keeps the modulo bias negligible. */
export function scalarOf(secret: string, label: string): Buffer {
  const drawn = Buffer.from(hkdfSync('sha256', secret, '', label, 48))
  return bytesOf((numberOf(drawn) % (order - 1n)) + 1n)
}

/** The public point of a private scalar: x and y, 32 bytes each. */
export function pointOf(scalar: Buffer): { x: Buffer; y: Buffer } {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(scalar)
  const point = curve.getPublicKey()
  return { x: point.subarray(1, 33), y: point.subarray(33) }
}

/**
 * Signs with ES256 in JWS form: r and s, 32 bytes each. Deterministic by RFC 6979, because two runs with one seed must
 * send the same bytes. Not constant-time: use only for the sandbox's own keys.
 */
export function signEs256(scalar: Buffer, message: string | Buffer): Buffer {
  const hash = createHash('sha256').update(message).digest()
  const z = numberOf(hash) % order
  for (const nonce of nonces(scalar, bytesOf(z))) {
    const r = numberOf(pointOf(bytesOf(nonce)).x) % order
    const s = (inverse(nonce) * ((z + r * numberOf(scalar)) % order)) % order
    if (r !== 0n && s !== 0n) return Buffer.concat([bytesOf(r), bytesOf(s)])
  }
  throw new Error('unreachable: the nonce candidates are infinite')
}

/** The DER of a signature in JWS form, as OpenSSL and most vendors write ECDSA signatures. */
export function derOf(signature: Buffer): Buffer {
  const integer = (bytes: Buffer) => {
    const first = bytes.findIndex((byte) => byte !== 0)
    const bare = bytes.subarray(first)
    // A leading bit of 1 would make the number negative.
    const number = (bare[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bare]) : bare
    return Buffer.concat([Buffer.from([2, number.length]), number])
  }
  const numbers = Buffer.concat([integer(signature.subarray(0, 32)), integer(signature.subarray(32))])
  return Buffer.concat([Buffer.from([0x30, numbers.length]), numbers])
}

/** The nonce candidates of RFC 6979, 3.2. */
function* nonces(scalar: Buffer, hash: Buffer): Generator<bigint> {
  const mac = (key: Buffer, ...parts: Buffer[]) =>
    parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()
  let value: Buffer = Buffer.alloc(32, 1)
  let key: Buffer = Buffer.alloc(32, 0)
  for (const byte of [0, 1]) {
    key = mac(key, value, Buffer.from([byte]), scalar, hash)
    value = mac(key, value)
  }
  for (;;) {
    value = mac(key, value)
    const candidate = numberOf(value)
    if (candidate > 0n && candidate < order) yield candidate
    key = mac(key, value, Buffer.from([0]))
    value = mac(key, value)
  }
}

/** The modular inverse, by the extended Euclidean algorithm. */
function inverse(value: bigint): bigint {
  let [a, b] = [value, order]
  let [x, y] = [1n, 0n]
  while (b !== 0n) {
    const quotient = a / b
    ;[a, b] = [b, a % b]
    ;[x, y] = [y, x - quotient * y]
  }
  return ((x % order) + order) % order
}
