/** Parses the arguments of faults. */
import { keysIn } from '../words/json-path.ts'
import { nearest } from '../words/nearest.ts'
import { parseDuration } from '../words/time.ts'

/** Parsed arguments. `text` is the canonical form, empty without brackets. */
export interface Read<Args> {
  args: Args
  text: string
}
/** Parses arguments, given split at commas and as a whole. Returns a sentence if they are invalid. */
export type Reader<Args> = (given: readonly string[], whole: string) => Read<Args> | string

/** For faults without arguments. */
export const nothing: Reader<Record<never, never>> = (given) =>
  given.length === 0 ? { args: {}, text: '' } : 'takes no arguments'

/** For faults with one argument, which is optional if there is a `fallback`. */
const oneOf =
  <Args>(reader: (text: string) => Read<Args> | string, fallback?: string): Reader<Args> =>
  (given) => {
    const [text = fallback] = given
    if (given.length > 1 || text === undefined) return 'takes one argument'
    return reader(text)
  }

const [mostDays, dayMs] = [36_500, 86_400_000]
const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

/** A duration in the largest exact unit, in a form that can be parsed again. */
function exactDuration(ms: number): string {
  const [unit, size] = units.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1]
  return ms === 0 ? '0' : `${ms / size}${unit}`
}

/** A duration in whole milliseconds, at most a hundred years; undefined if invalid. */
function durationMs(text: string): number | undefined {
  const ms = parseDuration(text)
  return ms === undefined || ms > mostDays * dayMs ? undefined : Math.round(ms)
}

const bytesOf = { '': 1, b: 1, kb: 1024, mb: 1_048_576 } as const

/** A size in bytes, from `64kb` (1 kb is 1,024 bytes) or plain bytes; undefined if invalid. */
function sizeBytes(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(b|kb|mb)?$/i.exec(text) ?? []
  if (amount === undefined) return undefined
  return Math.round(Number(amount) * bytesOf[unit.toLowerCase() as keyof typeof bytesOf])
}

/** A size in the largest exact unit. */
function saySize(bytes: number): string {
  if (bytes >= bytesOf.mb && bytes % bytesOf.mb === 0) return `${bytes / bytesOf.mb}mb`
  return bytes >= bytesOf.kb && bytes % bytesOf.kb === 0 ? `${bytes / bytesOf.kb}kb` : String(bytes)
}

/** A fraction below 1, from `50%`, `50` or `0.5`; undefined if invalid. */
function fractionOf(text: string): number | undefined {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)\s*(%)?$/.exec(text) ?? []
  if (amount === undefined) return undefined
  const fraction = percent === undefined && Number(amount) < 1 ? Number(amount) : Number(amount) / 100
  return fraction < 1 ? fraction : undefined
}

/** A larger offset could make the signed Unix seconds negative or too long. */
const mostYears = 10

/** An offset from now in whole seconds, from `+10m` or `-10m`; undefined if invalid. */
function offsetSeconds(text: string): number | undefined {
  const [, sign, length = ''] = /^([+-])?(.+)$/.exec(text) ?? []
  const ms = parseDuration(length)
  if (ms === undefined || ms === 0 || ms % 1000 !== 0 || ms > mostYears * 365 * 86_400_000) return undefined
  return (sign === '-' ? -ms : ms) / 1000
}

const charsets = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'iso-8859-1', 'us-ascii'] as const
export type Charset = (typeof charsets)[number]

export const charset = oneOf((text): Read<{ charset: Charset }> | string => {
  const found = charsets.find((one) => one === text.toLowerCase())
  if (found) return { args: { charset: found }, text: found }
  const close = nearest(text, charsets)
  return `does not support the charset ${text}.${close ? ` Did you mean ${close}?` : ''} Supported: ${charsets.join(', ')}`
})

const needsLength = `needs a duration above 0 and at most ${mostDays}d, such as 90s`

/** A positive duration. */
export const length = oneOf((text): Read<{ ms: number }> | string => {
  const ms = durationMs(text)
  return ms ? { args: { ms }, text: exactDuration(ms) } : needsLength
})

const mostCopies = 20
const largestBody = 52_428_800
const fastest = 1_073_741_824

/** The number of copies and the gap between them. A gap of 0 sends all at once. */
export const copies: Reader<{ n: number; gapMs: number }> = (given) => {
  const [count = '2', gap = '0'] = given
  const [n, gapMs] = [/^\d+$/.test(count) ? Number(count) : 0, durationMs(gap)]
  if (given.length > 2 || gapMs === undefined || n < 2 || n > mostCopies)
    return `takes the number of copies, from 2 to ${mostCopies}, and the gap between them, at most ${mostDays}d`
  return { args: { n, gapMs }, text: gapMs === 0 ? `${n}` : `${n}, ${exactDuration(gapMs)}` }
}

/** The window for reordering. A plain number counts tenths of a second. */
export const window = oneOf((text): Read<{ ms: number }> | string => {
  const ms = /^\d+$/.test(text) ? durationMs(`${Number(text) * 100}ms`) : durationMs(text)
  return ms ? { args: { ms }, text: exactDuration(ms) } : needsLength
})

export const offset = oneOf((text): Read<{ seconds: number }> | string => {
  const seconds = offsetSeconds(text)
  if (seconds === undefined)
    return `needs an offset into the past (-) or the future (+) with a unit, such as -90s: whole seconds, at most ${mostYears} years`
  return { args: { seconds }, text: `${seconds < 0 ? '-' : '+'}${exactDuration(Math.abs(seconds) * 1000)}` }
})

export const age = oneOf((text): Read<{ seconds: number }> | string => {
  if (text === 'old') return { args: { seconds: 3600 }, text }
  const seconds = offsetSeconds(text)
  if (seconds === undefined || /^[+-]/.test(text))
    return `takes an age with a unit, such as 90s: whole seconds, at most ${mostYears} years`
  return { args: { seconds }, text: exactDuration(seconds * 1000) }
}, 'old')

export const share = oneOf((text): Read<{ fraction: number }> | string => {
  const fraction = fractionOf(text)
  if (fraction === undefined) return 'needs a share below 100%'
  return { args: { fraction }, text: `${Number((fraction * 100).toPrecision(12))}%` }
}, '50%')

export const pace = oneOf((text): Read<{ bytesPerSecond: number }> | string => {
  const bytesPerSecond = sizeBytes(text.replace(/\s*\/\s*s$/i, ''))
  if (!bytesPerSecond || bytesPerSecond > fastest)
    return `needs bytes per second, from 1 to ${saySize(fastest)}`
  return { args: { bytesPerSecond }, text: saySize(bytesPerSecond) }
})

/** A media type may contain commas. */
export const mediaType: Reader<{ type: string }> = (_given, whole) =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(whole)
    ? { args: { type: whole }, text: whole }
    : 'needs the value of a Content-Type header'

export const size = oneOf((text): Read<{ bytes: number }> | string => {
  const bytes = sizeBytes(text)
  if (!bytes || bytes > largestBody) return `needs a size from 1 byte to ${saySize(largestBody)}`
  return { args: { bytes }, text: saySize(bytes) }
})

/** Parses paths in the notation that the page shows. Only a quoted name may contain a comma. */
export const path: Reader<{ path: string[] }> = (_given, whole) => {
  if (whole === '' || whole.replace(/"(?:[^"\\]|\\.)*"/g, '').includes(',')) return 'takes one argument'
  const names = keysIn(whole)
  return names.every((name) => name !== '')
    ? { args: { path: names }, text: whole }
    : 'needs the path of a field'
}
