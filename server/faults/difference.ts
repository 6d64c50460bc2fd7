/** Describes the difference between two bodies. */
import { plural } from '../words/plural.ts'

const shownBytes = 80

/** Describes where two bodies differ, as `byte 118: 0x31 "1" → 0x32 "2"`, or as ranges and sizes. Offsets count from 0. */
export function difference(before: Buffer, after: Buffer): string {
  const most = Math.min(before.length, after.length)
  const start = sameBytes(most, (from, to) => before.subarray(from, to).equals(after.subarray(from, to)))
  const same = sameBytes(most - start, (from, to) =>
    before
      .subarray(before.length - to, before.length - from)
      .equals(after.subarray(after.length - to, after.length - from)),
  )
  const [was, is] = [before.subarray(start, before.length - same), after.subarray(start, after.length - same)]
  if (was.length === 0 && is.length === 0) return 'the bytes are the same'
  if (was.length === 1 && is.length === 1) return `byte ${start}: ${one(was)} → ${one(is)}`
  const sizes =
    before.length === after.length
      ? plural(before.length, 'byte')
      : `${before.length} → ${plural(after.length, 'byte')}`
  return `at byte ${start}: ${some(was)} → ${some(is)}; ${sizes} in total`
}

/** The number of equal bytes, up to `most`. Compares in large steps first. */
function sameBytes(most: number, areSame: (from: number, to: number) => boolean): number {
  let same = 0
  for (const step of [65_536, 256, 1]) {
    while (same + step <= most && areSame(same, same + step)) same += step
  }
  return same
}

const hex = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`
const printable = (byte: number) => byte >= 0x20 && byte < 0x7f

function one(bytes: Buffer): string {
  const byte = bytes[0] ?? 0
  return printable(byte) ? `${hex(byte)} "${String.fromCharCode(byte)}"` : hex(byte)
}

/** The first bytes, as text if printable, otherwise in hex. */
function some(bytes: Buffer): string {
  if (bytes.length === 0) return 'nothing'
  const begin = bytes.subarray(0, shownBytes)
  const text = begin.every((byte) => printable(byte) || byte === 0x0a)
    ? JSON.stringify(begin.toString('latin1'))
    : `0x${begin.toString('hex')}`
  return `${plural(bytes.length, 'byte')} ${text}${bytes.length > shownBytes ? '…' : ''}`
}
