/** Parses JSON with line numbers, and explains syntax mistakes. */
import { createJsonReader, type JsonReader } from '../../server/json/json-reader.ts'

/** The value and the line of each member by dotted path (`documents.0.status`), or the position of the first mistake. */
export type PlacedJson =
  | { ok: true; value: unknown; lines: ReadonlyMap<string, number>; repeated: readonly string[] }
  | { ok: false; line: number; at: number; message: string }

/** The sandbox refuses deeper nesting. */
const deepest = 500

/** Parses by an own grammar, so that every browser gives the same message and line. */
export function readPlaced(source: string): PlacedJson {
  const reader = createJsonReader(source)
  const lines = new Map<string, number>()
  const repeated: string[] = []
  const around: { path: string; names: Set<string>; isList: boolean }[] = []
  let [name, line, counted] = ['', 1, 0]

  function fail(at: number, message: string): PlacedJson {
    count(at)
    return { ok: false, line, at, message }
  }
  function count(to: number) {
    for (; counted < to; counted++) if (source[counted] === '\n') line++
  }
  for (let part = reader.next(); part !== 'end'; part = reader.next()) {
    if (part === 'wrong') return fail(reader.at, mistake(source, reader))
    const holder = around.at(-1)
    const token = source.slice(reader.start, reader.end)
    if (part === 'close') around.pop()
    else if (part === 'key') {
      name = JSON.parse(token)
      if (holder?.names.has(name)) repeated.push(join(holder.path, name))
      holder?.names.add(name)
    } else {
      if (around.length > deepest) return fail(reader.start, `nested deeper than ${deepest} levels`)
      if (holder?.isList) name = String(holder.names.size)
      if (holder?.isList) holder.names.add(name)
      const path = holder ? join(holder.path, name) : ''
      count(reader.start)
      lines.set(path, line)
      if (part === 'open') around.push({ path, names: new Set(), isList: token === '[' })
    }
  }
  return { ok: true, value: JSON.parse(source), lines, repeated }
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

/** The syntax mistake in words. */
function mistake(source: string, { at, missing, open, start, end }: JsonReader): string {
  const ahead = source.slice(at, at + 20)
  const found = ahead === '' ? 'the end of the text' : ahead.charAt(0)
  const close = open.at(-1) === '{' ? '}' : ']'
  const closed = /^"[^"\\\n]*(?:\\.[^"\\\n]*)*"/.exec(source.slice(at))?.[0]
  if (closed !== undefined && (missing === 'value' || missing === 'key'))
    return `${closed} contains a character that must be escaped`
  switch (missing) {
    case 'key':
      return `expected a key in double quotes before ${found}`
    case 'colon':
      return `expected a colon after the key ${JSON.parse(source.slice(start, end))}`
    case 'comma':
      return `expected a comma or ${close} before ${found}`
    case 'member':
      return `unexpected comma before ${close}`
    case 'end':
      return `unexpected ${found} after the end of the JSON`
    default:
      if (ahead.startsWith('"')) return 'the string has no closing quote on its line'
      if (ahead.startsWith("'")) return 'strings need double quotes, not single quotes'
      if (/^[-+.\d]/.test(ahead)) return 'this is not a valid JSON number'
      return `expected a value before ${found}`
  }
}
