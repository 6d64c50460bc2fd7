/** Finds faults that cannot be combined. */
import type { FaultPart } from './fault.ts'
import { type FaultName, faults } from './table.ts'

/** Groups of faults that exclude each other, with the reason. */
const exclusive: { names: readonly FaultName[]; why: string }[] = [
  { names: ['wrong_secret', 'unsigned', 'tamper(signature)'], why: 'each changes the signature' },
  { names: ['skew', 'replay'], why: 'each changes the signed time' },
  { names: ['truncate', 'reset(headers)', 'reset(body)'], why: 'each ends the connection' },
  { names: ['http10', 'chunked'], why: 'HTTP/1.0 does not support chunks' },
]

/** The limit per delivery, because its attempts are stored and shown together. */
const mostBytes = 50 * 1024 * 1024
/** The default number of attempts per delivery. A sticky fault affects each. */
const ladder = 8
const isOversize = (part: FaultPart) => part.name === 'oversize'
const isDuplicate = (part: FaultPart) => part.name === 'duplicate'
/** Whether the charset uses two bytes per character of padding. */
const isWide = (part: FaultPart) => part.name === 'charset' && part.args.charset.startsWith('utf-16')

/** Why these faults cannot be combined; undefined if they can. */
export function conflictIn(parts: readonly FaultPart[], sticky: boolean): string | undefined {
  const names = parts.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) return `${twice} appears twice`
  if (names.includes('drop')) {
    const idle = names.find((name) => faults[name].stage !== 'schedule' || name === 'duplicate')
    if (idle) return `drop and ${idle} exclude each other: a dropped attempt is not sent`
  }
  const [size, copies] = [parts.find(isOversize)?.args.bytes ?? 0, parts.find(isDuplicate)?.args.n ?? 1]
  const wide = parts.some(isWide)
  const bytes = size * (wide ? 2 : 1) * copies * (sticky ? ladder : 1)
  if (bytes > mostBytes) {
    const others = [wide && 'charset', copies > 1 && 'duplicate', sticky && 'sticky']
    const makers = ['oversize', ...others.filter((one) => one !== false)]
    return `${makers.join(' and ')} add up to ${bytes} bytes. The limit is ${mostBytes}`
  }
  for (const { names: group, why } of exclusive) {
    const [one, other] = names.filter((name) => group.includes(name))
    if (one && other) return `${one} and ${other} exclude each other: ${why}`
  }
  return undefined
}
