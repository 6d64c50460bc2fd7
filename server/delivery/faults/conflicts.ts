import type { FaultPart } from './fault.ts'
import { type FaultName, faults } from './table.ts'

/** Faults of which one excludes the others, and why. */
const exclusive: { names: readonly FaultName[]; why: string }[] = [
  { names: ['wrong_secret', 'unsigned', 'tamper(signature)'], why: 'each makes another signature' },
  { names: ['skew', 'replay'], why: 'each signs at another time' },
  { names: ['truncate', 'reset(headers)', 'reset(body)'], why: 'each ends the connection at another place' },
  { names: ['http10', 'chunked'], why: 'HTTP/1.0 knows no chunks' },
]

/** All attempts of a delivery are read at once. */
const mostBytes = 50 * 1024 * 1024
const isOversize = (part: FaultPart) => part.name === 'oversize'
const isDuplicate = (part: FaultPart) => part.name === 'duplicate'

/** Why these faults cannot stand together, undefined when they can. */
export function conflictIn(parts: readonly FaultPart[]): string | undefined {
  const names = parts.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) return `${twice} stands there twice`
  if (names.includes('drop')) {
    const idle = names.find((name) => faults[name].stage !== 'schedule' || name === 'duplicate')
    if (idle) return `drop and ${idle} exclude each other: what is dropped is not sent`
  }
  const [size, copies] = [parts.find(isOversize)?.args.bytes ?? 0, parts.find(isDuplicate)?.args.n ?? 1]
  if (size * copies > mostBytes)
    return `oversize and duplicate make ${size * copies} bytes together, more than ${mostBytes}`
  for (const { names: group, why } of exclusive) {
    const [one, other] = names.filter((name) => group.includes(name))
    if (one && other) return `${one} and ${other} exclude each other: ${why}`
  }
  return undefined
}
