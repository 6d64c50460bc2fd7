/** Finds places in a recorded session that cannot be played. */
import { METHODS, validateHeaderName, validateHeaderValue } from 'node:http'
import { earliestAfter } from '../inputs/order.ts'
import { fromIso } from '../words/time.ts'
import type { Session, SessionInput } from './session.ts'

/** A place in a session that cannot be played, and why. */
export interface Unplayable {
  place: string
  problem: string
}

/** Finds flaws that the schema does not: invalid or decreasing times, addresses, methods, headers and bodies. */
export function unplayableIn(session: Session): Unplayable | undefined {
  for (const found of problemsOf(session)) return found
  return undefined
}

function* problemsOf({ base_url, clock, ended_at, inputs, outcome }: Session): Generator<Unplayable> {
  if (!isWebAddress(base_url)) yield told('base_url', base_url, 'is not an http address')
  yield* timeProblem('clock.now', clock.now)
  yield* timeProblem('ended_at', ended_at)
  let earliest = fromIso(clock.now) ?? 0
  for (const [index, input] of inputs.entries()) {
    const place = `inputs.${index}`
    yield* inputProblems(place, input)
    const at = fromIso(input.at) ?? 0
    if (at < earliest) yield told(`${place}.at`, input.at, 'is before the time of the entry before it')
    const clockAfter = input.clock_after === null ? null : (fromIso(input.clock_after) ?? 0)
    earliest = earliestAfter({ path: input.path, at, clockAfter })
  }
  for (const [index, { signed_at, started_at }] of outcome.attempts.entries()) {
    yield* timeProblem(`outcome.attempts.${index}.started_at`, started_at)
    yield* timeProblem(`outcome.attempts.${index}.signed_at`, signed_at)
  }
}

function* inputProblems(place: string, input: SessionInput): Generator<Unplayable> {
  const { at, method, path, headers, body, body_base64, clock_after } = input
  yield* timeProblem(`${place}.at`, at)
  if (clock_after !== null) yield* timeProblem(`${place}.clock_after`, clock_after)
  if (!METHODS.includes(method)) yield told(`${place}.method`, method, 'is not an HTTP method')
  if (!/^[\u0021-\u00ff]+$/.test(path)) yield told(`${place}.path`, path, 'is not a path')
  for (const [index, pair] of headers.entries())
    if (!isHeader(pair)) yield told(`${place}.headers.${index}`, pair.join(': '), 'is not a header')
  if (body !== null && body_base64 !== null)
    yield { place: `${place}.body_base64`, problem: 'is given in addition to a body' }
  if (body_base64 !== null && Buffer.from(body_base64, 'base64').toString('base64') !== body_base64)
    yield told(`${place}.body_base64`, body_base64, 'is not base64')
  if (clock_after !== null && !isOrder(body))
    yield { place: `${place}.clock_after`, problem: 'is given, but the body is not an order to the clock' }
}

const told = (place: string, value: string, problem: string): Unplayable => ({
  place,
  problem: `${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)} ${problem}`,
})

function* timeProblem(place: string, text: string): Generator<Unplayable> {
  if (fromIso(text) === undefined)
    yield told(place, text, 'is not a time such as 2026-01-01T09:00:00.000000Z')
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function isHeader([name, value]: readonly [string, string]): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

function isOrder(body: string | null): boolean {
  try {
    const order: unknown = JSON.parse(body || '{}')
    return typeof order === 'object' && order !== null
  } catch {
    return false
  }
}
