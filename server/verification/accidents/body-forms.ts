/** Parses a body into the forms that rewritings need, each only on demand. */
import { isAscii } from 'node:buffer'
import { numbersIn } from '../../json/json-source.ts'
import { jsonTree, sortedTree } from '../../json/json-tree.ts'
import { once } from '../../memory/once-for.ts'
import type { BodyForms } from '../search/accident.ts'
import { countsOf } from './work.ts'

/** Beyond this depth JSON.stringify overflows the stack, which is slow. JSON.parse has no such limit. */
const deepest = 1000

/** Parsing a larger body takes long, so only its ends are checked. */
const largest = 20_000

export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The parsed JSON; undefined if invalid. */
function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export function bodyForms(bytes: Buffer): BodyForms {
  const found = new Map<string, boolean>()
  const counts = once(() => countsOf(bytes))
  const text = once(() => bytes.toString('utf8'))
  const json = once(() => (counts().deepest > deepest ? undefined : parsed(text())))
  const tree = once(() => jsonTree(text()))
  const self: BodyForms = {
    bytes,
    counts,
    has(letters) {
      const known = found.get(letters) ?? bytes.includes(letters)
      found.set(letters, known)
      return known
    },
    isAscii: once(() => isAscii(bytes)),
    text,
    unmarked: once(() => (bytes.subarray(0, 3).equals(byteOrderMark) ? bodyForms(bytes.subarray(3)) : self)),
    isJson(most = largest) {
      const inner = self.unmarked()
      const isLong = bytes.length > most || inner.counts().deepest > deepest
      return isLong ? endsAsJson(inner.bytes) : inner.json() !== undefined
    },
    json,
    tree,
    sorted: once(() => {
      const unsorted = tree()
      const sorted = unsorted && sortedTree(unsorted)
      return sorted === unsorted ? undefined : sorted
    }),
    numbers: once(() => [...numbersIn(text())]),
  }
  return self
}

/** Whether the bytes begin and end like a JSON object, array or string. */
function endsAsJson(bytes: Buffer): boolean {
  const inner = trimmed(bytes, true)
  return ['{}', '[]', '""'].includes(String.fromCharCode(inner[0] ?? 0, inner.at(-1) ?? 0))
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** Removes trailing white space, and leading white space too if `isBoth`. */
export function trimmed(bytes: Buffer, isBoth: boolean): Buffer {
  let [from, to] = [0, bytes.length]
  while (to > 0 && isSpace(bytes[to - 1])) to--
  while (isBoth && from < to && isSpace(bytes[from])) from++
  return bytes.subarray(from, to)
}
