/** Reads JSON into lines, for the tree. */
import { createJsonReader } from '../../server/json/json-reader.ts'

type LineKind = 'string' | 'number' | 'word' | 'open' | 'close'

/**
 * JSON as lines in its original spelling: numbers keep their digits, and repeated keys stay. A value is one line. A
 * non-empty object or array has an opening and a closing line.
 */
export interface JsonLines {
  text: string
  count: number
  kind: LineKind[]
  depth: number[]
  /** The position of the value in the text; an opening line spans its whole content. */
  start: number[]
  end: number[]
  /** The position of the key with its quotes; -1 without a key. */
  keyStart: number[]
  keyEnd: number[]
  /** For an opening line the closing one, and vice versa; else the line itself. */
  partner: number[]
  /** The opening line of the parent; -1 at the top. */
  parent: number[]
  /** The index among its siblings. */
  index: number[]
  /** The number of its members. */
  size: number[]
  comma: boolean[]
}

/** Reads JSON in steps, so that large texts do not block the page. */
interface LinesReader {
  /** Continues until done or until `isTime` returns true; returns whether it is done. */
  step(isTime: () => boolean): boolean
  /** The result once done; null if the text is not JSON. */
  result(): JsonLines | null
}

const partsBetweenLooks = 200

export function createLinesReader(text: string): LinesReader {
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
  const reader = createJsonReader(text)
  const open: number[] = []
  let [keyStart, keyEnd] = [-1, -1]
  let state: 'reading' | 'end' | 'wrong' = 'reading'

  function push(kind: LineKind, start: number, end: number): number {
    const line = lines.count++
    const parent = open.at(-1) ?? -1
    const place = lines.size[parent] ?? 0
    lines.kind.push(kind)
    lines.depth.push(open.length)
    lines.start.push(start)
    lines.end.push(end)
    lines.keyStart.push(keyStart)
    lines.keyEnd.push(keyEnd)
    lines.partner.push(line)
    lines.parent.push(parent)
    lines.index.push(place)
    lines.size.push(0)
    lines.comma.push(false)
    keyStart = keyEnd = -1
    // A closing bracket is not a member.
    if (parent >= 0 && kind !== 'close') {
      lines.size[parent] = place + 1
      if (place > 0) lines.comma[line - 1] = true
    }
    return line
  }
  /** An empty object or array is one line. */
  function close() {
    const opened = open.pop() ?? -1
    lines.end[opened] = reader.end
    if (lines.size[opened] === 0) {
      lines.kind[opened] = 'word'
      return
    }
    const line = push('close', reader.start, reader.end)
    lines.partner[opened] = line
    lines.partner[line] = opened
  }
  function readPart() {
    const part = reader.next()
    if (part === 'end' || part === 'wrong') state = part
    else if (part === 'key') [keyStart, keyEnd] = [reader.start, reader.end]
    else if (part === 'close') close()
    else if (part === 'open') open.push(push('open', reader.start, reader.start))
    else push(part, reader.start, reader.end)
  }

  return {
    step(isTime) {
      for (let looks = 1; state === 'reading'; looks++) {
        readPart()
        if (looks % partsBetweenLooks === 0 && isTime()) break
      }
      return state !== 'reading'
    },
    result: () => (state === 'end' ? lines : null),
  }
}

/** Reads JSON at once; null if the text is not JSON. */
export function readJson(text: string): JsonLines | null {
  const reader = createLinesReader(text)
  while (!reader.step(() => false));
  return reader.result()
}

/** The visible lines, in order. */
export function shownLines({ count, partner }: JsonLines, folded: ReadonlySet<number>): Uint32Array {
  const shown = new Uint32Array(count)
  let length = 0
  for (let line = 0; line < count; line++) {
    shown[length++] = line
    if (folded.has(line)) line = partner[line] ?? line
  }
  return shown.subarray(0, length)
}

/** Every foldable line except the outermost. */
export const foldable = ({ kind }: JsonLines): Set<number> =>
  new Set(kind.flatMap((one, line) => (one === 'open' && line > 0 ? [line] : [])))

/** The shown value of a line; for a folded line, the number of hidden members. */
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

/** Whether a comma follows the line. */
export const hasComma = ({ comma, partner, kind }: JsonLines, line: number, isFolded: boolean): boolean =>
  kind[line] === 'open' ? isFolded && comma[partner[line] ?? line] === true : comma[line] === true

export const keyOf = ({ text, keyStart, keyEnd }: JsonLines, line: number): string | null =>
  (keyStart[line] ?? -1) < 0 ? null : text.slice(keyStart[line], keyEnd[line])

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** The path as code writes it: `card.id`, `items[0].x`, `headers["x-id"]`; `$` for the root. */
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

/** The text to copy: the content of a string, else the JSON as written. */
export function valueAt({ text, kind, start, end, partner }: JsonLines, line: number): string {
  const target = kind[line] === 'close' ? (partner[line] ?? line) : line
  const raw = text.slice(start[target], end[target])
  return kind[target] === 'string' ? (JSON.parse(raw) as string) : raw
}
