/** Compares two JSON values and lists what changed. */
import { isDeepStrictEqual } from 'node:util'
import type { CaptureDiff } from '../wire.ts'
import { pathBelow } from '../words/json-path.ts'
import { type JsonNode, jsonTree, meaning } from './json-tree.ts'

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

function readValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ name, value }) => [meaning(name), readValue(value)]))
    case 'array':
      return node.items.map(readValue)
    case 'number':
      // JSON writes -0 as 0, so a change between them cannot be shown.
      return isLong(node.token) ? new LongNumber(node.token) : Number(node.token) || 0
    default:
      return JSON.parse(node.token)
  }
}

/**
 * The value of a JSON text, with all digits of its numbers. Undefined for other text, and for text nested too deep
 * to compare.
 */
export function jsonIn(text: string | null): { value: unknown } | undefined {
  const tree = text === null ? undefined : jsonTree(text)
  return tree && { value: readValue(tree) }
}

/**
 * The changes between two JSON values, by path such as `data.items.0.id`; the root has the empty path. In lists,
 * the common beginning and end are matched first, so that an inserted item is one change.
 */
export function jsonChanges(before: unknown, after: unknown): Changes {
  const changes: Changes = []
  compare(before, after, '')
  return changes

  function compare(old: unknown, now: unknown, path: string) {
    if (Array.isArray(old) && Array.isArray(now)) return compareLists(old, now, path)
    if (isObject(old) && isObject(now)) return compareObjects(old, now, path)
    if (!isDeepStrictEqual(old, now)) changes.push({ path, change: 'changed', before: old, after: now })
  }

  function compareObjects(old: Record<string, unknown>, now: Record<string, unknown>, path: string) {
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const inner = pathBelow(path, key)
      if (!Object.hasOwn(now, key)) changes.push({ path: inner, change: 'removed', before: old[key] })
      else if (!Object.hasOwn(old, key)) changes.push({ path: inner, change: 'added', after: now[key] })
      else compare(old[key], now[key], inner)
    }
  }

  function compareLists(old: readonly unknown[], now: readonly unknown[], path: string) {
    // In lists of the same length, comparing index by index is the clearest.
    const isShifted = old.length !== now.length
    const most = Math.min(old.length, now.length)
    let begin = 0
    while (begin < most && isDeepStrictEqual(old[begin], now[begin])) begin++
    let end = 0
    while (isShifted && end < most - begin && isDeepStrictEqual(old.at(-1 - end), now.at(-1 - end))) end++
    const both = most - end
    for (let i = begin; i < both; i++) compare(old[i], now[i], pathBelow(path, String(i)))
    for (let i = Math.max(begin, both); i < old.length - end; i++)
      changes.push({ path: pathBelow(path, String(i)), change: 'removed', before: old[i] })
    for (let i = Math.max(begin, both); i < now.length - end; i++)
      changes.push({ path: pathBelow(path, String(i)), change: 'added', after: now[i] })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber)
