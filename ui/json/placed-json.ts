/** What a JSON text holds and on which line each value begins, by dotted path (`documents.0.status`), or where it stops being JSON. */
export type PlacedJson =
  | { ok: true; value: unknown; lines: ReadonlyMap<string, number>; repeated: readonly string[] }
  | { ok: false; line: number; at: number; message: string }

/** The sandbox refuses JSON that is nested deeper. */
const deepest = 500

const text = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const word = /(?:true|false|null)(?!\w)/y
const space = /[ \t\r\n]*/y

class Mistake extends Error {}

/** Reads JSON by its own grammar, so that every browser tells a mistake in the same words and with its line. */
export function readPlaced(source: string): PlacedJson {
  const lines = new Map<string, number>()
  const repeated: string[] = []
  let at = 0
  let line = 1
  let counted = 0

  const fail = (message: string): never => {
    throw new Mistake(message)
  }
  function skip(): void {
    space.lastIndex = at
    space.exec(source)
    at = space.lastIndex
    for (; counted < at; counted++) if (source[counted] === '\n') line++
  }
  function take(token: RegExp): string | undefined {
    token.lastIndex = at
    const found = token.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const found = (): string => (at < source.length ? (source[at] ?? '') : 'the end of the text')

  /** A text that is closed may still hold what JSON does not allow in it. */
  function takeText(): string | undefined {
    const literal = take(text)
    if (literal === undefined) return undefined
    try {
      return JSON.parse(literal)
    } catch {
      return fail(`${literal} holds what must be escaped`)
    }
  }

  function readValue(path: string, depth: number): unknown {
    if (depth > deepest) fail(`nested deeper than ${deepest} levels`)
    skip()
    lines.set(path, line)
    if (source[at] === '{') return readObject(path, depth)
    if (source[at] === '[') return readArray(path, depth)
    const said = takeText()
    if (said !== undefined) return said
    const literal = take(number) ?? take(word)
    return literal === undefined ? fail(noValue(source.slice(at, at + 20), found())) : JSON.parse(literal)
  }

  /** Goes over what stands between two brackets, member by member. */
  function readMembers(close: string, readMember: () => void): void {
    at++
    skip()
    if (source[at] === close) {
      at++
      return
    }
    for (;;) {
      readMember()
      skip()
      if (source[at] === close) break
      if (source[at] !== ',') fail(`a comma or ${close} belongs before ${found()}`)
      at++
      skip()
      if (source[at] === close) fail(`there is a comma too many before ${close}`)
    }
    at++
  }

  function readArray(path: string, depth: number): unknown[] {
    const items: unknown[] = []
    readMembers(']', () => items.push(readValue(join(path, `${items.length}`), depth + 1)))
    return items
  }

  function readObject(path: string, depth: number): object {
    const members = new Map<string, unknown>()
    readMembers('}', () => {
      const name = takeText() ?? fail(`a key in double quotes belongs before ${found()}`)
      const inner = join(path, name)
      if (members.has(name)) repeated.push(inner)
      skip()
      if (source[at] !== ':') fail(`a colon belongs after the key ${name}`)
      at++
      members.set(name, readValue(inner, depth + 1))
    })
    return Object.fromEntries(members)
  }

  try {
    const value = readValue('', 0)
    skip()
    if (at < source.length) fail(`nothing may follow the end of the JSON, but ${found()} does`)
    return { ok: true, value, lines, repeated }
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, line, at, message: error.message }
    throw error
  }
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

function noValue(ahead: string, found: string): string {
  if (ahead.startsWith('"')) return 'this text is not closed on its line'
  if (ahead.startsWith("'")) return 'text stands in double quotes, not in single ones'
  if (/^[-+.\d]/.test(ahead)) return 'this is no number as JSON writes them'
  return `a value belongs before ${found}`
}
