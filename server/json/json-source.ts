/** Finds values in JSON text as written, without parsing them. */
import { type Pausable, runAtOnce } from '../memory/in-slices.ts'
import { createJsonReader, type JsonReader } from './json-reader.ts'

/** How many parts of a text are read without a pause. */
const partsAtOnce = 2000

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  const reader = createJsonReader(text)
  for (;;) {
    const part = reader.next()
    if (part === 'end' || part === 'wrong') return part === 'end'
  }
}

/** A number of a JSON text as written, and its position. */
export interface JsonNumber {
  token: string
  start: number
  end: number
}

/** The numbers of a JSON text, in order, up to where the text stops being JSON. */
export function* numbersIn(text: string): Generator<JsonNumber> {
  const reader = createJsonReader(text)
  for (let part = reader.next(); part !== 'end' && part !== 'wrong'; part = reader.next()) {
    const { start, end } = reader
    if (part === 'number') yield { token: text.slice(start, end), start, end }
  }
}

/** Moves past the value whose bracket was just opened. */
function skipHolder(reader: JsonReader) {
  const depth = reader.open.length
  while (reader.open.length >= depth) if (reader.next() === 'wrong') return
}

/**
 * The JSON at a path as written: numbers keep all digits, objects keep their order. Undefined if the path does not
 * exist. Of repeated keys the last counts, as in parsers.
 * @param keys keys of objects and indexes of lists, such as `['items', '0', 'id']`; an empty list means the whole
 * text
 */
export function sourceAt(text: string, keys: readonly string[]): string | undefined {
  if (keys.length === 0) return text.trim()
  const reader = createJsonReader(text)
  /** The current index of each open list along the path. */
  const places: number[] = []
  let found: string | undefined
  let isOnPath = true
  for (let part = reader.next(); part !== 'end' && part !== 'wrong'; part = reader.next()) {
    const depth = reader.open.length - (part === 'open' ? 1 : 0)
    if (part === 'close') continue
    if (part === 'key') {
      isOnPath = meaningAt(text, reader) === keys[depth - 1]
      continue
    }
    const { start } = reader
    if (depth > 0 && reader.open[depth - 1] === '[') {
      places[depth] = (places[depth] ?? -1) + 1
      isOnPath = String(places[depth]) === keys[depth - 1]
    }
    places[depth + 1] = -1
    if (isOnPath) found = undefined
    if (isOnPath && part === 'open' && depth < keys.length) continue
    if (part === 'open') skipHolder(reader)
    if (isOnPath && depth === keys.length) found = text.slice(start, reader.end)
  }
  return found
}

const meaningAt = (text: string, { start, end }: JsonReader): string => JSON.parse(text.slice(start, end))

/**
 * The first key that occurs twice in one object of a JSON text. Parsers take the last occurrence without a
 * warning.
 * @param unread top-level keys whose values may hold anything
 * @returns the path of the key, and both positions
 */
export const repeatedKey = (text: string, unread: readonly string[] = []): RepeatedKey | undefined =>
  runAtOnce(findingRepeatedKey(text, unread))

/** A key that occurs twice in one object, and both positions. */
interface RepeatedKey {
  path: string[]
  starts: [number, number]
}

/** As {@link repeatedKey}, with pauses. */
export function* findingRepeatedKey(
  text: string,
  unread: readonly string[] = [],
): Pausable<RepeatedKey | undefined> {
  let parts = 0
  const reader = createJsonReader(text)
  /** For each open bracket, the keys so far and the current key or index. */
  const around: { keys: Map<string, number>; at: string; place: number }[] = []
  for (let part = reader.next(); part !== 'end' && part !== 'wrong'; part = reader.next()) {
    if (++parts % partsAtOnce === 0) yield
    const inner = around.at(-1)
    if (part === 'close') around.pop()
    else if (part === 'key' && inner) {
      inner.at = meaningAt(text, reader)
      const before = inner.keys.get(inner.at)
      if (before !== undefined) return { path: around.map(({ at }) => at), starts: [before, reader.start] }
      inner.keys.set(inner.at, reader.start)
    } else {
      const isInList = inner && reader.open[around.length - 1] === '['
      if (isInList) inner.at = String(++inner.place)
      if (part !== 'open') continue
      if (around.length === 1 && !isInList && unread.includes(inner?.at ?? '')) skipHolder(reader)
      else around.push({ keys: new Map(), at: '', place: -1 })
    }
  }
  return undefined
}

/** A JSON text without the blanks between its parts. Everything else stays as written. */
export function withoutBlanks(text: string): string {
  const reader = createJsonReader(text)
  let out = ''
  let from = 0
  for (let part = reader.next(); part !== 'end' && part !== 'wrong'; part = reader.next()) {
    out += text.slice(from, reader.start).replace(/[ \t\r\n]+/g, '') + text.slice(reader.start, reader.end)
    from = reader.end
  }
  return out + text.slice(from).trim()
}
