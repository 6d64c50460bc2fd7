type LineKind = 'string' | 'number' | 'word' | 'open' | 'close'

/**
 * JSON as lines, in the spelling it was written in: numbers keep their digits and repeated keys stay. A value is a
 * line; an object or an array that holds something is a line that opens it and one that closes it.
 */
export interface JsonLines {
  text: string
  count: number
  kind: LineKind[]
  depth: number[]
  /** Where the value begins and ends in the text; a line that opens spans all that it holds. */
  start: number[]
  end: number[]
  /** Where the key begins and ends, quotes included; -1 where there is none. */
  keyStart: number[]
  keyEnd: number[]
  /** Of a line that opens, the one that closes, and the other way round; else the line itself. */
  partner: number[]
  /** The line that opens what it stands in; -1 at the top. */
  parent: number[]
  /** Its place among its neighbours. */
  index: number[]
  /** How many members it opens. */
  size: number[]
  comma: boolean[]
}

/** Reads JSON in steps, so that what is large does not hold up the page. */
export interface JsonReader {
  /** Goes on until it is done or `isTime` says so; true when it is done. */
  step(isTime: () => boolean): boolean
  /** Once it is done; null when the text is no JSON. */
  result(): JsonLines | null
}

const space = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const badInString = /[^ -\uffff]|\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/
const linesBetweenLooks = 200

export function createJsonReader(text: string): JsonReader {
  const lines: JsonLines = {
    text,
    count: 0,
    kind: [],
    depth: [],
    start: [],
    end: [],
    keyStart: [],
    keyEnd: [],
    partner: [],
    parent: [],
    index: [],
    size: [],
    comma: [],
  }
  const open: number[] = []
  let at = 0
  let state: 'reading' | 'done' | 'wrong' = 'reading'

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  /** Moves behind the string that begins here; an escape is looked at only once its quote was found. */
  function skipString(): boolean {
    const from = at
    for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
      let slashes = 0
      while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++
      if (slashes % 2 === 1) continue
      at = quote + 1
      return !badInString.test(text.slice(from + 1, quote).replaceAll('\\\\', '__'))
    }
    return false
  }
  function push(kind: LineKind, start: number, end: number, key: { start: number; end: number } | null) {
    const line = lines.count++
    const parent = open.at(-1) ?? -1
    lines.kind.push(kind)
    lines.depth.push(open.length)
    lines.start.push(start)
    lines.end.push(end)
    lines.keyStart.push(key?.start ?? -1)
    lines.keyEnd.push(key?.end ?? -1)
    lines.partner.push(line)
    lines.parent.push(parent)
    lines.index.push(parent < 0 ? 0 : (lines.size[parent] ?? 0))
    lines.size.push(0)
    lines.comma.push(false)
    if (parent >= 0) lines.size[parent] = (lines.size[parent] ?? 0) + 1
    return line
  }
  /** Reads a value; false when there is none. Of what holds something, only its bracket. */
  function readValue(): boolean {
    const parent = open.at(-1)
    let key: { start: number; end: number } | null = null
    if (parent !== undefined && text[lines.start[parent] ?? 0] === '{') {
      const start = at
      if (text[at] !== '"' || !skipString()) return false
      key = { start, end: at }
      skip(space)
      if (text[at] !== ':') return false
      at++
      skip(space)
    }
    const start = at
    const letter = text[at]
    if (letter === '{' || letter === '[') {
      at++
      skip(space)
      if (text[at] === (letter === '{' ? '}' : ']')) {
        at++
        push('word', start, at, key)
        return true
      }
      open.push(push('open', start, start, key))
      return true
    }
    if (letter === '"' ? !skipString() : !(skip(word) || skip(number))) return false
    push(
      letter === '"' ? 'string' : letter === '-' || /\d/.test(letter ?? '') ? 'number' : 'word',
      start,
      at,
      key,
    )
    return true
  }
  /** What follows a bracket: the first that it holds. What follows a value: a comma and another, or the end of what it stands in. */
  function readOn(): boolean {
    if (lines.kind.at(-1) === 'open') return readValue()
    skip(space)
    const parent = open.at(-1)
    if (parent === undefined) {
      state = at === text.length ? 'done' : 'wrong'
      return true
    }
    if (text[at] === ',') {
      lines.comma[lines.count - 1] = true
      at++
      skip(space)
      return readValue()
    }
    if (text[at] !== (text[lines.start[parent] ?? 0] === '{' ? '}' : ']')) return false
    at++
    open.pop()
    const { size } = lines
    const own = size[open.at(-1) ?? -1]
    const line = push('close', at - 1, at, null)
    // The closing bracket is no member of its own.
    if (own !== undefined) size[open.at(-1) ?? -1] = own
    lines.partner[parent] = line
    lines.partner[line] = parent
    lines.end[parent] = at
    return true
  }

  return {
    step(isTime) {
      if (lines.count === 0 && state === 'reading') {
        skip(space)
        if (!readValue()) state = 'wrong'
      }
      for (let looks = 1; state === 'reading'; looks++) {
        if (!readOn()) state = 'wrong'
        if (looks % linesBetweenLooks === 0 && isTime()) break
      }
      return state !== 'reading'
    },
    result: () => (state === 'done' ? lines : null),
  }
}

/** Reads JSON at once; null when the text is none. */
export function readJson(text: string): JsonLines | null {
  const reader = createJsonReader(text)
  while (!reader.step(() => false));
  return reader.result()
}

/** The lines that are not hidden in something folded, in order. */
export function shownLines({ count, partner }: JsonLines, folded: ReadonlySet<number>): Uint32Array {
  const shown = new Uint32Array(count)
  let length = 0
  for (let line = 0; line < count; line++) {
    shown[length++] = line
    if (folded.has(line)) line = partner[line] ?? line
  }
  return shown.subarray(0, length)
}

/** Every line that folds, the outermost left open. */
export const foldable = ({ kind }: JsonLines): Set<number> =>
  new Set(kind.flatMap((one, line) => (one === 'open' && line > 0 ? [line] : [])))

/** What a line shows of its value; of what is folded, how much it hides. */
export function lineText(
  { text, kind, start, end, size }: JsonLines,
  line: number,
  isFolded: boolean,
): string {
  const from = start[line] ?? 0
  if (kind[line] === 'word' && text[from] === '{') return '{}'
  if (kind[line] === 'word' && text[from] === '[') return '[]'
  if (kind[line] !== 'open') return text.slice(from, end[line])
  if (!isFolded) return text[from] ?? ''
  return `${text[from]} ${size[line]} ${text[from] === '{' ? '}' : ']'}`
}

/** Whether a comma stands behind a line as it is drawn. */
export const hasComma = ({ comma, partner, kind }: JsonLines, line: number, isFolded: boolean): boolean =>
  kind[line] === 'open' ? isFolded && comma[partner[line] ?? line] === true : comma[line] === true

export const keyOf = ({ text, keyStart, keyEnd }: JsonLines, line: number): string | null =>
  (keyStart[line] ?? -1) < 0 ? null : text.slice(keyStart[line], keyEnd[line])

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** How code reaches it: `card.id`, `items[0].x`, `headers["x-id"]`; `$` for all of it. */
export function pathOf(lines: JsonLines, line: number): string {
  const target = lines.kind[line] === 'close' ? (lines.partner[line] ?? line) : line
  const steps: string[] = []
  for (let at = target; at >= 0; at = lines.parent[at] ?? -1) {
    const key = keyOf(lines, at)
    if (key !== null) {
      const name: unknown = JSON.parse(key)
      steps.push(plainKey.test(`${name}`) ? `.${name}` : `[${JSON.stringify(name)}]`)
    } else if ((lines.parent[at] ?? -1) >= 0) steps.push(`[${lines.index[at]}]`)
  }
  const path = steps.reverse().join('')
  return path === '' ? '$' : path.replace(/^\./, '')
}

/** What a line stands for, to be copied: the text of a string, else the JSON as it was written. */
export function valueAt({ text, kind, start, end, partner }: JsonLines, line: number): string {
  const target = kind[line] === 'close' ? (partner[line] ?? line) : line
  const raw = text.slice(start[target], end[target])
  return kind[target] === 'string' ? (JSON.parse(raw) as string) : raw
}
