/** Reads the values of a request that replies depend on. */
import { sourceAt } from '../../json/json-source.ts'
import { onceFor } from '../../memory/once-for.ts'
import { headerText } from '../../wire/header-pairs.ts'
import type { HeaderPair, ReplyRule, VerdictResult } from '../../wire.ts'
import { keysIn } from '../../words/json-path.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** The parts of a request that a reply may depend on. */
export interface Asking {
  method: string
  /** As sent. */
  path: string
  /** The path after the endpoint's name. */
  rest: string
  /** Without its question mark. */
  query: string
  headers: readonly HeaderPair[]
  body: Buffer | null
  /** The decoded body for JSON: without content codings if decoding is fast, and without a byte order mark. */
  meant: Buffer | null
  event: string | null
  verdict: VerdictResult
}

/** The source text of the value at a path in a JSON body, or undefined. */
export const jsonSourceAt = (body: Buffer | null, keys: readonly string[]): string | undefined =>
  body === null || jsonOf(body) === undefined ? undefined : sourceAt(body.toString('utf8'), keys)

/** The JSON in a body, or undefined. Parsed at its first use. */
export const jsonOf = (body: Buffer | null): unknown => (body === null ? undefined : parsed(body).value)

const parsed = onceFor((body: Buffer): { value?: unknown } => {
  try {
    return { value: JSON.parse(body.toString('utf8')) }
  } catch {
    return {}
  }
})

/** The value at a path in JSON, such as `items.0.id`, or undefined. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json
  for (const key of keysIn(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    if (Array.isArray(value) && !/^\d+$/.test(key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Whether all conditions of a rule hold. */
export function holds(when: ReplyRule['when'], asking: Asking): boolean {
  const { method, path, headers, event, json, verdict } = when
  return (
    (method === undefined || method.toUpperCase() === asking.method.toUpperCase()) &&
    (path === undefined || fitsPattern(path, asking.rest || '/')) &&
    (event === undefined || (asking.event !== null && fitsPattern(event, asking.event))) &&
    (verdict === undefined || verdict === asking.verdict) &&
    Object.entries(headers ?? {}).every(([name, value]) => hasHeader(asking.headers, name, value)) &&
    Object.entries(json ?? {}).every(([at, value]) => fits(value, valueAt(jsonOf(asking.meant), at)))
  )
}

function hasHeader(headers: readonly HeaderPair[], name: string, value: string): boolean {
  const wanted = name.toLowerCase()
  return headers.some(([key, own]) => key.toLowerCase() === wanted && fitsPattern(value, headerText(own)))
}

/** Whether a value equals the one in a rule. The order of keys does not matter. */
function fits(wanted: unknown, value: unknown): boolean {
  if (value === undefined) return false
  if (wanted === '*') return true
  if (typeof wanted === 'string') return typeof value === 'string' && fitsPattern(wanted, value)
  if (typeof wanted !== 'object' || wanted === null) return wanted === value
  if (typeof value !== 'object' || value === null || Array.isArray(wanted) !== Array.isArray(value))
    return false
  const keys = Object.keys(wanted)
  return (
    keys.length === Object.keys(value).length &&
    keys.every((key) =>
      fits(memberOf(wanted, key), Object.hasOwn(value, key) ? memberOf(value, key) : undefined),
    )
  )
}
const memberOf = (holder: object, key: string) => (holder as Record<string, unknown>)[key]
