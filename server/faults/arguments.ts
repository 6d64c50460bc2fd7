import { keysIn } from '../words/json-path.ts'
import { nearest } from '../words/nearest.ts'
import { parseDuration } from '../words/time.ts'

/** What stands in a fault's brackets, read: `text` is its canonical form, empty where there are no brackets. */
export interface Read<Args> {
  args: Args
  text: string
}
/** What brackets hold, taken apart at its commas and whole, or in words why it cannot be read. */
export type Reader<Args> = (given: readonly string[], whole: string) => Read<Args> | string

/** For a fault that takes nothing. */
export const nothing: Reader<Record<never, never>> = (given) =>
  given.length === 0 ? { args: {}, text: '' } : 'takes nothing in brackets'

/** For a fault that takes one argument, which may be left out when `fallback` stands for it. */
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

/** A length in the largest unit that stays exact, in a form that can be read again. */
function exactDuration(ms: number): string {
  const [unit, size] = units.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1]
  return ms === 0 ? '0' : `${ms / size}${unit}`
}

/** A duration as whole ms, a hundred years at most; undefined when it is none. */
function durationMs(text: string): number | undefined {
  const ms = parseDuration(text)
  return ms === undefined || ms > mostDays * dayMs ? undefined : Math.round(ms)
}

const bytesOf = { '': 1, b: 1, kb: 1024, mb: 1_048_576 } as const

/** A size such as `64kb` (1 kb is 1,024 bytes) or plain bytes, in bytes; undefined when it is none. */
function sizeBytes(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(b|kb|mb)?$/i.exec(text) ?? []
  if (amount === undefined) return undefined
  return Math.round(Number(amount) * bytesOf[unit.toLowerCase() as keyof typeof bytesOf])
}

/** A size in the largest unit that stays exact. */
function saySize(bytes: number): string {
  if (bytes >= bytesOf.mb && bytes % bytesOf.mb === 0) return `${bytes / bytesOf.mb}mb`
  return bytes >= bytesOf.kb && bytes % bytesOf.kb === 0 ? `${bytes / bytesOf.kb}kb` : String(bytes)
}

/** A part of a whole as a fraction: `50%`, `50` or `0.5`; undefined when it is none or not below all of it. */
function fractionOf(text: string): number | undefined {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)\s*(%)?$/.exec(text) ?? []
  if (amount === undefined) return undefined
  const fraction = percent === undefined && Number(amount) < 1 ? Number(amount) : Number(amount) / 100
  return fraction < 1 ? fraction : undefined
}

/** Further off, the Unix seconds that are signed might be none. */
const mostYears = 10

/** A moment before or after now in whole seconds, signed: `+10m`, `-10m`; undefined when it is none. */
function offsetSeconds(text: string): number | undefined {
  const [, sign, length = ''] = /^([+-])?(.+)$/.exec(text) ?? []
  const ms = parseDuration(length)
  if (ms === undefined || ms === 0 || ms % 1000 !== 0 || ms > mostYears * 365 * 86_400_000) return undefined
  return (sign === '-' ? -ms : ms) / 1000
}

/** The encodings that a body may be sent in. */
const charsets = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'iso-8859-1', 'us-ascii'] as const
export type Charset = (typeof charsets)[number]

export const charset = oneOf((text): Read<{ charset: Charset }> | string => {
  const found = charsets.find((one) => one === text.toLowerCase())
  if (found) return { args: { charset: found }, text: found }
  const close = nearest(text, charsets)
  return `knows no charset ${text}${close ? `; did you mean ${close}?` : '.'} There are ${charsets.join(', ')}`
})

const needsLength = `needs a length of time above 0 and at most ${mostDays}d, such as 90s`

/** A length of time above zero. */
export const length = oneOf((text): Read<{ ms: number }> | string => {
  const ms = durationMs(text)
  return ms ? { args: { ms }, text: exactDuration(ms) } : needsLength
})

const mostCopies = 20
const largestBody = 52_428_800
const fastest = 1_073_741_824

/** How often and how far apart; a gap of 0 is the same moment. */
export const copies: Reader<{ n: number; gapMs: number }> = (given) => {
  const [count = '2', gap = '0'] = given
  const [n, gapMs] = [/^\d+$/.test(count) ? Number(count) : 0, durationMs(gap)]
  if (given.length > 2 || gapMs === undefined || n < 2 || n > mostCopies)
    return `takes how many in all, from 2 to ${mostCopies}, and the time between them, ${mostDays}d at most`
  return { args: { n, gapMs }, text: gapMs === 0 ? `${n}` : `${n}, ${exactDuration(gapMs)}` }
}

/** How far events may overtake each other; a plain number counts tenths of a second. */
export const window = oneOf((text): Read<{ ms: number }> | string => {
  const ms = /^\d+$/.test(text) ? durationMs(`${Number(text) * 100}ms`) : durationMs(text)
  return ms ? { args: { ms }, text: exactDuration(ms) } : needsLength
})

export const offset = oneOf((text): Read<{ seconds: number }> | string => {
  const seconds = offsetSeconds(text)
  if (seconds === undefined)
    return `needs a time before (-) or after (+) now with its unit, such as -90s: whole seconds, ${mostYears} years at most`
  return { args: { seconds }, text: `${seconds < 0 ? '-' : '+'}${exactDuration(Math.abs(seconds) * 1000)}` }
})

export const age = oneOf((text): Read<{ seconds: number }> | string => {
  if (text === 'old') return { args: { seconds: 3600 }, text }
  const seconds = offsetSeconds(text)
  if (seconds === undefined || /^[+-]/.test(text))
    return `takes how long ago with its unit, such as 90s: whole seconds, ${mostYears} years at most`
  return { args: { seconds }, text: exactDuration(seconds * 1000) }
}, 'old')

export const share = oneOf((text): Read<{ fraction: number }> | string => {
  const fraction = fractionOf(text)
  if (fraction === undefined) return 'needs a part below 100%'
  return { args: { fraction }, text: `${Number((fraction * 100).toPrecision(12))}%` }
}, '50%')

export const pace = oneOf((text): Read<{ bytesPerSecond: number }> | string => {
  const bytesPerSecond = sizeBytes(text.replace(/\s*\/\s*s$/i, ''))
  if (!bytesPerSecond || bytesPerSecond > fastest)
    return `needs bytes a second, from 1 to ${saySize(fastest)}`
  return { args: { bytesPerSecond }, text: saySize(bytesPerSecond) }
})

/** A comma is a part of it. */
export const mediaType: Reader<{ type: string }> = (_given, whole) =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(whole)
    ? { args: { type: whole }, text: whole }
    : 'needs the value of a Content-Type header'

export const size = oneOf((text): Read<{ bytes: number }> | string => {
  const bytes = sizeBytes(text)
  if (!bytes || bytes > largestBody) return `needs a size from 1 byte to ${saySize(largestBody)}`
  return { args: { bytes }, text: saySize(bytes) }
})

/** Read as paths are everywhere, so that one that the page tells can stand here; a comma is a part of it within quotes alone. */
export const path: Reader<{ path: string[] }> = (_given, whole) => {
  if (whole === '' || whole.replace(/"(?:[^"\\]|\\.)*"/g, '').includes(',')) return 'takes one argument'
  const names = keysIn(whole)
  return names.every((name) => name !== '')
    ? { args: { path: names }, text: whole }
    : 'needs the path of a member'
}
