import { createJsonReader, type JsonReader } from '../../server/json/json-reader.ts'

/** What a JSON text holds and on which line each value begins, by dotted path (`documents.0.status`), or where it stops being JSON. */
export type PlacedJson =
  | { ok: true; value: unknown; lines: ReadonlyMap<string, number>; repeated: readonly string[] }
  | { ok: false; line: number; at: number; message: string }

/** The sandbox refuses JSON that is nested deeper. */
const deepest = 500

/** Reads JSON by its own grammar, so that every browser tells a mistake in the same words and with its line. */
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

/** What is wrong where a text stops being JSON, in words. */
function mistake(source: string, { at, missing, open, start, end }: JsonReader): string {
  const ahead = source.slice(at, at + 20)
  const found = ahead === '' ? 'the end of the text' : ahead.charAt(0)
  const close = open.at(-1) === '{' ? '}' : ']'
  const closed = /^"[^"\\\n]*(?:\\.[^"\\\n]*)*"/.exec(source.slice(at))?.[0]
  if (closed !== undefined && (missing === 'value' || missing === 'key'))
    return `${closed} holds what must be escaped`
  switch (missing) {
    case 'key':
      return `a key in double quotes belongs before ${found}`
    case 'colon':
      return `a colon belongs after the key ${JSON.parse(source.slice(start, end))}`
    case 'comma':
      return `a comma or ${close} belongs before ${found}`
    case 'member':
      return `there is a comma too many before ${close}`
    case 'end':
      return `nothing may follow the end of the JSON, but ${found} does`
    default:
      if (ahead.startsWith('"')) return 'this text is not closed on its line'
      if (ahead.startsWith("'")) return 'text stands in double quotes, not in single ones'
      if (/^[-+.\d]/.test(ahead)) return 'this is no number as JSON writes them'
      return `a value belongs before ${found}`
  }
}
