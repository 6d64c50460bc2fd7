/** Finds a JSON value that changed when the JSON was re-serialised. */
import { type JsonMember, type JsonNode, meaning } from '../../json/json-tree.ts'
import type { Accident, BodyForms, BodyTurn } from '../search/accident.ts'
import type { Budget } from '../search/budget.ts'
import type { Proof } from '../search/probe.ts'
import { forming, timeOf } from './work.ts'

/** The maximum length of a quoted value. */
const shown = 60
const clip = (text: string) => (text.length > shown ? `${text.slice(0, shown)}…` : text)

/**
 * Describes the first value that re-serialising changed: a rounded number or a repeated name.
 * @returns undefined if both bodies mean the same, or nest too deeply
 */
export function changedValue(came: BodyForms, signed: BodyForms): string | undefined {
  const [before, after] = [came.tree(), signed.tree()]
  return before && after && difference(before, after, '')
}

function difference(came: JsonNode, signed: JsonNode, path: string): string | undefined {
  if (came.kind === 'object' && signed.kind === 'object')
    return differentMember(came.members, signed.members, path)
  if (came.kind === 'array' && signed.kind === 'array')
    return firstOf(came.items, (item, at) =>
      difference(item, signed.items[at] ?? item, path === '' ? String(at) : `${path}.${at}`),
    )
  if (!('token' in came && 'token' in signed) || exactly(came.token) === exactly(signed.token))
    return undefined
  return `${path || 'the value'} is ${clip(came.token)} in the received body and ${clip(signed.token)} in the signed body`
}

function differentMember(came: JsonMember[], signed: JsonMember[], path: string): string | undefined {
  const [before, after] = [byName(came), byName(signed)]
  return firstOf([...before], ([name, values]) => {
    const at = path === '' ? clip(name) : `${path}.${clip(name)}`
    const others = after.get(name) ?? []
    if (values.length !== others.length)
      return `${at} occurs ${often(values.length)} in the received body and ${often(others.length)} in the signed body`
    return firstOf(values, (value, nth) => difference(value, others[nth] ?? value, at))
  })
}

const often = (count: number) => (count === 1 ? 'once' : `${count} times`)

function byName(members: JsonMember[]): Map<string, JsonNode[]> {
  const found = new Map<string, JsonNode[]>()
  for (const { name, value } of members) {
    const values = found.get(meaning(name))
    if (values) values.push(value)
    else found.set(meaning(name), [value])
  }
  return found
}

function firstOf<T>(list: readonly T[], find: (one: T, at: number) => string | undefined) {
  for (const [at, one] of list.entries()) {
    const found = find(one, at)
    if (found !== undefined) return found
  }
  return undefined
}

/** The exact numeric value. A float parser would round it. */
function exactly(token: string): string {
  if (token.startsWith('"')) return `"${meaning(token)}`
  const [, sign, whole = '', decimals = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  if (whole === '') return token
  const digits = (whole + decimals).replace(/^0+/, '')
  const kept = digits.replace(/(?<!0)0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(power) - decimals.length + digits.length - kept.length}`
}

/** Causes that imply JSON. */
const ofJson: ReadonlySet<string> = new Set(['reserialised', 'pretty_printed', 'keys_sorted', 'escapes'])

/**
 * Adds the changed value or the name of the part to a proof by a rewritten body, if the budget allows.
 * @param turn the rewriting that belongs to the proof
 * @returns undefined if the body is not JSON, which cannot have been re-serialised
 */
export function rewrittenProof(
  proof: Proof,
  { accident, keepsValues, isOfAnyText, names }: BodyTurn,
  { came, signed }: { came: BodyForms; signed: BodyForms },
  budget: Budget,
): Proof | undefined {
  const named = names?.(came)
  if (named !== undefined) return withDetail(proof, accident, named)
  const counts = came.counts()
  if (isOfAnyText || !ofJson.has(accident.cause) || !budget.take(timeOf(forming.json, counts))) return proof
  if (!came.isJson(Number.POSITIVE_INFINITY)) return undefined
  // Parses both bodies, builds trees and looks up every name.
  const comparing = 2 * timeOf(forming.json, counts) + 8 * timeOf(forming.tree, counts)
  if (keepsValues || !budget.take(comparing)) return proof
  const changed = changedValue(came.unmarked(), signed.unmarked())
  if (changed === undefined) return proof
  return withDetail(proof, accident, `A value differs: ${changed}.`)
}

const withDetail = (proof: Proof, accident: Accident, sentence: string): Proof => ({
  ...proof,
  accidents: proof.accidents.map((one) =>
    one === accident ? { ...one, detail: `${one.detail} ${sentence}` } : one,
  ),
})
