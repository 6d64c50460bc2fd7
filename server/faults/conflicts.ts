import type { FaultPart } from './fault.ts'
import { type FaultName, faults } from './table.ts'

/** Faults of which one excludes the others, and why. */
const exclusive: { names: readonly FaultName[]; why: string }[] = [
  { names: ['wrong_secret', 'unsigned', 'tamper(signature)'], why: 'each makes another signature' },
  { names: ['skew', 'replay'], why: 'each signs at another time' },
  { names: ['truncate', 'reset(headers)', 'reset(body)'], why: 'each ends the connection at another place' },
  { names: ['http10', 'chunked'], why: 'HTTP/1.0 knows no chunks' },
]

/** The attempts of a delivery are kept together and told together. */
const mostBytes = 50 * 1024 * 1024
/** So many attempts a delivery has unless it is told otherwise, each of which a sticky fault touches. */
const ladder = 8
const isOversize = (part: FaultPart) => part.name === 'oversize'
const isDuplicate = (part: FaultPart) => part.name === 'duplicate'
/** Whether it writes each letter of the padding in two bytes. */
const isWide = (part: FaultPart) => part.name === 'charset' && part.args.charset.startsWith('utf-16')

/** Why these faults cannot stand together, undefined when they can. */
export function conflictIn(parts: readonly FaultPart[], sticky: boolean): string | undefined {
  const names = parts.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) return `${twice} stands there twice`
  if (names.includes('drop')) {
    const idle = names.find((name) => faults[name].stage !== 'schedule' || name === 'duplicate')
    if (idle) return `drop and ${idle} exclude each other: what is dropped is not sent`
  }
  const [size, copies] = [parts.find(isOversize)?.args.bytes ?? 0, parts.find(isDuplicate)?.args.n ?? 1]
  const wide = parts.some(isWide)
  const bytes = size * (wide ? 2 : 1) * copies * (sticky ? ladder : 1)
  if (bytes > mostBytes) {
    const others = [wide && 'charset', copies > 1 && 'duplicate', sticky && 'sticky']
    const makers = ['oversize', ...others.filter((one) => one !== false)]
    return `${makers.join(' and ')} make ${bytes} bytes together, more than ${mostBytes}`
  }
  for (const { names: group, why } of exclusive) {
    const [one, other] = names.filter((name) => group.includes(name))
    if (one && other) return `${one} and ${other} exclude each other: ${why}`
  }
  return undefined
}
