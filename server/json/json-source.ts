/** Behind the end of the quoted text that begins here. By hand: a pattern runs out of stack where megabytes are quoted. */
export function endOfQuoted(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

/** Behind what a sticky pattern matches here. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.test(text)
  return Math.max(at, pattern.lastIndex)
}
const space = /[ \t\r\n]*/y
const bare = /[\w.+-]*/y
const marks = /["[\]{}]/g

/** Behind the end of the value that begins here, however deep it is. */
function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfQuoted(text, start)
  if (text[start] !== '{' && text[start] !== '[') return behind(bare, text, start)
  let depth = 0
  let at = start
  do {
    marks.lastIndex = at
    const mark = marks.exec(text)
    if (!mark) return text.length
    at = mark[0] === '"' ? endOfQuoted(text, mark.index) : mark.index + 1
    if (mark[0] === '{' || mark[0] === '[') depth++
    else if (mark[0] !== '"') depth--
  } while (depth > 0)
  return at
}

const numberOrQuote = /"|-?\d[\d.eE+-]*/g

/** Where the numbers of a JSON text stand, in order. */
export function* numbersIn(text: string): Generator<{ start: number; end: number }> {
  let at = 0
  for (;;) {
    numberOrQuote.lastIndex = at
    const found = numberOrQuote.exec(text)
    if (!found) return
    const isQuote = found[0] === '"'
    at = isQuote ? endOfQuoted(text, found.index) : found.index + found[0].length
    if (!isQuote) yield { start: found.index, end: at }
  }
}

/** Where the part of that key stands in the object or list that begins here; of a repeated key, the last, as readers take it. */
function partIn(text: string, start: number, key: string): { start: number; end: number } | undefined {
  const isObject = text[start] === '{'
  if (!isObject && text[start] !== '[') return undefined
  let found: { start: number; end: number } | undefined
  let at = behind(space, text, start + 1)
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    let name = String(index)
    if (isObject) {
      const end = endOfQuoted(text, at)
      name = JSON.parse(text.slice(at, end))
      at = behind(space, text, behind(space, text, end) + 1)
    }
    const end = endOfValue(text, at)
    if (name === key) found = { start: at, end }
    at = behind(space, text, end)
    if (text[at] === ',') at = behind(space, text, at + 1)
  }
  return found
}

/**
 * What stands at a path in a JSON text, as it is written there: numbers keep all of their digits, objects their order. Undefined
 * where the path leads nowhere.
 *
 * @param text as `JSON.parse` takes it
 * @param keys of objects and places in lists, such as `['items', '0', 'id']`; none for all of it
 */
export function sourceAt(text: string, keys: readonly string[]): string | undefined {
  let part: { start: number; end: number } | undefined = { start: behind(space, text, 0), end: text.length }
  for (const key of keys) {
    part = partIn(text, part.start, key)
    if (!part) return undefined
  }
  return text.slice(part.start, part.end).trimEnd()
}

const structure = /["[\]{},]/g

/**
 * The first key that stands again in one object of a JSON text, of which readers take the last without a word.
 *
 * @param text as `JSON.parse` takes it
 * @param unread keys at the top of which the values may hold what they will
 * @returns its path from the top, and where it stands both times
 */
export function repeatedKey(
  text: string,
  unread: readonly string[] = [],
): { path: string[]; starts: [number, number] } | undefined {
  /** What is open: the keys of an object so far, or the places of a list; the last of them is gone through. */
  const open: { keys: Map<string, number> | undefined; at: string }[] = []
  let at = 0
  for (;;) {
    structure.lastIndex = at
    const found = structure.exec(text)
    if (!found) return undefined
    const [mark] = found
    at = found.index + 1
    const inner = open.at(-1)
    if (mark === '{') open.push({ keys: new Map(), at: '' })
    else if (mark === '[') open.push({ keys: undefined, at: '0' })
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === ',') {
      if (inner && !inner.keys) inner.at = String(Number(inner.at) + 1)
    } else {
      at = endOfQuoted(text, found.index)
      const colon = behind(space, text, at)
      if (!inner?.keys || text[colon] !== ':') continue
      inner.at = JSON.parse(text.slice(found.index, at))
      const before = inner.keys.get(inner.at)
      if (before !== undefined) return { path: open.map(({ at }) => at), starts: [before, found.index] }
      inner.keys.set(inner.at, found.index)
      if (open.length === 1 && unread.includes(inner.at))
        at = endOfValue(text, behind(space, text, colon + 1))
    }
  }
}

const quoteOrBlanks = /"|[ \t\r\n]+/g

/** A JSON text without the blanks between its parts; all else stays as it is written. */
export function withoutBlanks(text: string): string {
  const pieces: string[] = []
  let from = 0
  let at = 0
  for (;;) {
    quoteOrBlanks.lastIndex = at
    const found = quoteOrBlanks.exec(text)
    if (!found) return pieces.concat(text.slice(from)).join('')
    if (found[0] === '"') {
      at = endOfQuoted(text, found.index)
      continue
    }
    pieces.push(text.slice(from, found.index))
    at = from = found.index + found[0].length
  }
}
