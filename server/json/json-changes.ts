/** Compares two JSON values and lists what changed. */
import { isDeepStrictEqual } from 'node:util'
import { type Pausable, runAtOnce } from '../memory/in-slices.ts'
import type { CaptureDiff } from '../wire.ts'
import { pathBelow } from '../words/json-path.ts'
import { createJsonReader } from './json-reader.ts'
import { meaning } from './json-tree.ts'

type Changes = NonNullable<CaptureDiff['json']>

/** A number with more digits than a double keeps, such as an id beyond 2^53. It is written as text, digit by digit. */
export class LongNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
  toJSON(): string {
    return this.digits
  }
}

/** The significant digits of a number. */
const digitsOf = (written: string) =>
  written
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
const isLong = (written: string) => digitsOf(written) !== digitsOf(String(Number(written)))

function valueIn(kind: 'string' | 'number' | 'word', token: string): unknown {
  if (kind !== 'number') return JSON.parse(token)
  // JSON writes -0 as 0, so a change between them cannot be shown.
  return isLong(token) ? new LongNumber(token) : Number(token) || 0
}

/** An object or list whose end is not read yet. */
type Holder =
  | { kind: 'object'; name: string; members: [name: string, value: unknown][] }
  | { kind: 'array'; items: unknown[] }

/** Text nested deeper than this is not compared. */
const deepest = 500
/** This many parts of a text are read, and this many values compared, without a pause. */
const atOnce = 500

/**
 * The value of a JSON text, with all digits of its numbers. Undefined for other text, and for text nested too deep to
 * compare.
 */
export function* readingJson(text: string): Pausable<{ value: unknown } | undefined> {
  const reader = createJsonReader(text)
  const around: Holder[] = []
  let root: { value: unknown } | undefined
  function put(value: unknown) {
    const holder = around.at(-1)
    if (holder?.kind === 'object') holder.members.push([holder.name, value])
    else if (holder) holder.items.push(value)
    else root = { value }
  }
  let parts = 0
  for (let part = reader.next(); part !== 'end'; part = reader.next()) {
    if (part === 'wrong') return undefined
    if (++parts % atOnce === 0) yield
    const token = () => text.slice(reader.start, reader.end)
    if (part === 'key') {
      const holder = around.at(-1)
      if (holder?.kind === 'object') holder.name = meaning(token())
    } else if (part === 'open') {
      around.push(token() === '{' ? { kind: 'object', name: '', members: [] } : { kind: 'array', items: [] })
      if (around.length > deepest) return undefined
    } else if (part === 'close') {
      const ended = around.pop()
      if (ended) put(ended.kind === 'object' ? Object.fromEntries(ended.members) : ended.items)
    } else put(valueIn(part, token()))
  }
  return root
}

/** As {@link readingJson}, without a pause. */
export const jsonIn = (text: string | null): { value: unknown } | undefined =>
  text === null ? undefined : runAtOnce(readingJson(text))

/**
 * The changes between two JSON values, by path such as `data.items.0.id`; the root has the empty path. In lists,
 * the common beginning and end are matched first, so that an inserted item is one change.
 */
export function* comparingJson(before: unknown, after: unknown): Pausable<Changes> {
  const changes: Changes = []
  let compared = 0
  const isPauseDue = () => ++compared % atOnce === 0
  yield* compare(before, after, '')
  return changes

  function* compare(old: unknown, now: unknown, path: string): Pausable<void> {
    if (isPauseDue()) yield
    if (Array.isArray(old) && Array.isArray(now)) return yield* compareLists(old, now, path)
    if (isObject(old) && isObject(now)) return yield* compareObjects(old, now, path)
    if (!isDeepStrictEqual(old, now)) changes.push({ path, change: 'changed', before: old, after: now })
  }

  function* compareObjects(
    old: Record<string, unknown>,
    now: Record<string, unknown>,
    path: string,
  ): Pausable<void> {
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const inner = pathBelow(path, key)
      if (!Object.hasOwn(now, key)) changes.push({ path: inner, change: 'removed', before: old[key] })
      else if (!Object.hasOwn(old, key)) changes.push({ path: inner, change: 'added', after: now[key] })
      else yield* compare(old[key], now[key], inner)
    }
  }

  function* compareLists(old: readonly unknown[], now: readonly unknown[], path: string): Pausable<void> {
    // In lists of the same length, comparing index by index is the clearest.
    const isShifted = old.length !== now.length
    const most = Math.min(old.length, now.length)
    let begin = 0
    for (; begin < most && isDeepStrictEqual(old[begin], now[begin]); begin++) if (isPauseDue()) yield
    let end = 0
    for (; isShifted && end < most - begin && isDeepStrictEqual(old.at(-1 - end), now.at(-1 - end)); end++)
      if (isPauseDue()) yield
    const both = most - end
    for (let i = begin; i < both; i++) yield* compare(old[i], now[i], pathBelow(path, String(i)))
    for (let i = Math.max(begin, both); i < old.length - end; i++)
      changes.push({ path: pathBelow(path, String(i)), change: 'removed', before: old[i] })
    for (let i = Math.max(begin, both); i < now.length - end; i++)
      changes.push({ path: pathBelow(path, String(i)), change: 'added', after: now[i] })
  }
}

/** As {@link comparingJson}, without a pause. */
export const jsonChanges = (before: unknown, after: unknown): Changes =>
  runAtOnce(comparingJson(before, after))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber)
