import { isAscii } from 'node:buffer'
import type { BodyForms } from '../search/accident.ts'
import { numbersIn } from './json-numbers.ts'
import { type JsonTree, jsonTree, type NumberAt, sortedTree } from './json-tree.ts'
import { type Counts, countsOf } from './work.ts'

/** JSON.parse follows any depth, JSON.stringify some thousands: it overflows the stack, which takes long. */
const deepest = 1000

/** Of larger bodies, which take long to parse, only the ends are looked at to tell whether they are JSON. */
const largest = 20_000

/** Of UTF-8. */
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** A body of its bytes alone. */
export function bodyForms(bytes: Buffer): BodyForms {
  let counts: Counts | undefined
  let text: string | undefined
  let json: { value: unknown } | undefined | null = null
  let unmarked: BodyForms | undefined
  let tree: JsonTree | undefined | null = null
  let sorted: JsonTree | undefined
  let numbered: NumberAt[] | undefined
  let plain: boolean | undefined
  const found = new Map<string, boolean>()
  const self: BodyForms = {
    bytes,
    counts() {
      counts ??= countsOf(bytes)
      return counts
    },
    has(letters) {
      const known = found.get(letters) ?? bytes.includes(letters)
      found.set(letters, known)
      return known
    },
    isAscii() {
      plain ??= isAscii(bytes)
      return plain
    },
    text() {
      text ??= bytes.toString('utf8')
      return text
    },
    unmarked() {
      unmarked ??= bytes.subarray(0, 3).equals(byteOrderMark) ? bodyForms(bytes.subarray(3)) : self
      return unmarked
    },
    isJson(most = largest) {
      const inner = self.unmarked()
      const isLong = bytes.length > most || inner.counts().deepest > deepest
      return isLong ? endsAsJson(inner.bytes) : inner.json() !== undefined
    },
    json() {
      if (json !== null) return json
      if (self.counts().deepest > deepest) return undefined
      try {
        json = { value: JSON.parse(self.text()) }
      } catch {
        json = undefined
      }
      return json
    },
    tree() {
      if (tree === null) tree = self.json() && jsonTree(self.text())
      return tree
    },
    sorted() {
      const unsorted = self.tree()
      sorted ??= unsorted && sortedTree(unsorted)
      return sorted === unsorted ? undefined : sorted
    },
    numbers() {
      numbered ??= numbersIn(self.text())
      return numbered
    },
  }
  return self
}

/** Whether bytes begin and end as an object, a list or a string of JSON does. */
function endsAsJson(bytes: Buffer): boolean {
  const inner = trimmed(bytes, true)
  return ['{}', '[]', '""'].includes(String.fromCharCode(inner[0] ?? 0, inner.at(-1) ?? 0))
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** Without the white space behind, and before where `isBoth`. */
export function trimmed(bytes: Buffer, isBoth: boolean): Buffer {
  let [from, to] = [0, bytes.length]
  while (to > 0 && isSpace(bytes[to - 1])) to--
  while (isBoth && from < to && isSpace(bytes[from])) from++
  return bytes.subarray(from, to)
}
