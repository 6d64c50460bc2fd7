/** Verifies Ed25519ph (RFC 8032, 5.1), which node:crypto lacks. Not constant-time: it uses only public values. */
import { createHash } from 'node:crypto'

/** The field's prime, the order of the base point, and the curve's constant d (RFC 8032, 5.1). */
const p = 2n ** 255n - 19n
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const mod = (value: bigint) => ((value % p) + p) % p
const d = mod(-121665n * power(121666n, p - 2n))
/** A square root of -1. */
const root = power(2n, (p - 1n) / 4n)

function power(base: bigint, exponent: bigint): bigint {
  let made = 1n
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) made = (made * square) % p
    square = (square * square) % p
  }
  return made
}

/** A point in extended coordinates. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint]
const zero: Point = [0n, 1n, 1n, 0n]

function sum([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2))
  const b = mod((y1 + x1) * (y2 + x2))
  const c = mod(2n * t1 * t2 * d)
  const e = mod(2n * z1 * z2)
  return [mod((b - a) * (e - c)), mod((e + c) * (b + a)), mod((e - c) * (e + c)), mod((b - a) * (b + a))]
}

/** The sum of multiples of points. All multiples share the doublings. */
function multiples(terms: readonly (readonly [factor: bigint, point: Point])[]): Point {
  let made = zero
  for (let bit = 255n; bit >= 0n; bit--) {
    made = sum(made, made)
    for (const [factor, point] of terms) if ((factor >> bit) & 1n) made = sum(made, point)
  }
  return made
}

const numberOf = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex') || '0'}`)

/** Reads a point (RFC 8032, 5.1.3); undefined if the bytes hold none. */
function pointOf(bytes: Buffer): Point | undefined {
  const whole = numberOf(bytes)
  const y = whole & (2n ** 255n - 1n)
  const [u, v] = [mod(y * y - 1n), mod(d * y * y + 1n)]
  let x = mod(u * v ** 3n * power(mod(u * v ** 7n), (p - 5n) / 8n))
  if (mod(v * x * x) !== u) x = mod(x * root)
  if (y >= p || mod(v * x * x) !== u) return undefined
  if ((x & 1n) !== whole >> 255n) x = mod(-x)
  return [x, y, 1n, mod(x * y)]
}

/** The point that all keys are multiples of. */
const base = pointOf(Buffer.from(`58${'66'.repeat(31)}`, 'hex')) ?? zero

/** The prefix of every hash: a name, 1 for a prehash, and an empty context. */
const domain = Buffer.from('SigEd25519 no Ed25519 collisions\x01\0', 'latin1')
const hashOf = (...parts: Buffer[]) =>
  parts.reduce((made, part) => made.update(part), createHash('sha512')).digest()

/** Whether the key signed the SHA-512 of this content. */
export function fitsPrehashed(key: Buffer, content: Buffer, signature: Buffer): boolean {
  const [r, s] = [signature.subarray(0, 32), numberOf(signature.subarray(32))]
  const [start, owner] = [pointOf(r), pointOf(key)]
  if (signature.length !== 64 || s >= order || !start || !owner) return false
  const challenge = numberOf(hashOf(domain, r, key, hashOf(content))) % order
  const [x, y, z] = multiples([
    [s, base],
    [order - challenge, owner],
  ])
  return mod(x - start[0] * z) === 0n && mod(y - start[1] * z) === 0n
}
