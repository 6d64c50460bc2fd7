/** Bounds the results of tools, since an assistant pays for every character that it reads. */

/** The largest result of a tool, in bytes of its JSON. */
export const mostBytes = 20_000
/** The largest part of it that the text may take. */
const mostTextBytes = 9000

/** What a step of cutting leaves of each value. */
interface Limits {
  /** Characters of a text. */
  characters: number
  /** Rows of a list. */
  rows: number
  /** Members of an object. */
  members: number
}
const steps: Limits[] = [
  { characters: 8000, rows: 100, members: 200 },
  { characters: 2000, rows: 50, members: 100 },
  { characters: 1000, rows: 20, members: 80 },
  { characters: 400, rows: 10, members: 60 },
  { characters: 150, rows: 5, members: 40 },
  { characters: 60, rows: 2, members: 30 },
  { characters: 30, rows: 1, members: 6 },
]
/** Deeper values are left out: a payload may be nested as deep as its sender likes. */
const deepest = 8

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const sliced = (text: string, characters: number): string =>
  text.length <= characters
    ? text
    : `${text.slice(0, characters)}… ${text.length - characters} more characters`

function cut(value: unknown, limits: Limits, depth = 0): unknown {
  if (typeof value === 'string') return sliced(value, limits.characters)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) return value.slice(0, limits.rows).map((one) => cut(one, limits, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, limits.members)
      .map(([name, one]) => [sliced(name, limits.characters), cut(one, limits, depth + 1)]),
  )
}

/**
 * A text and structured content within {@link mostBytes} in all: long texts and lists are cut, and a note says so.
 * @param rest how to get what is left out
 */
export function bounded(text: string, structured: object, rest: string) {
  let short = text
  while (bytesOf(short) > mostTextBytes) short = sliced(text, Math.floor(short.length * 0.8) - 30)
  const whole = result(short, structured)
  const isCut = short !== text
  if (!isCut && bytesOf(whole) <= mostBytes) return whole
  for (const limits of steps) {
    const fitting = result(`${short}\n\n${rest}`, { ...(cut(structured, limits) as object), left_out: rest })
    if (bytesOf(fitting) <= mostBytes) return fitting
  }
  return result(`${short}\n\n${rest}`, { left_out: rest })
}

const result = (text: string, structured: object) => ({
  content: [{ type: 'text' as const, text }],
  structuredContent: { ...structured },
})
