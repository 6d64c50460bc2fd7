/** Compares payloads with the catalogue of events. */
import { type EventName, isEventName } from '../../events/builders.ts'
import { kindOf } from '../../events/catalogue.ts'
import { flawsIn, validPaths } from '../../events/overrides.ts'
import { areas, didYouMeanEvent } from '../../events/patterns.ts'
import type { Mistake } from '../../wire.ts'
import { schemaViolation, toldViolations, unknownEvent, type Violation } from '../../words/mistake.ts'
import { nearest } from '../../words/nearest.ts'
import { fromIso } from '../../words/time.ts'
import type { Occurrence } from '../record.ts'
import { straysOf } from './strays.ts'

type Payload = Record<string, unknown>

/** Larger bodies are not compared with a schema, since each of their members may be wrong. */
const largestBytes = 64 * 1024
const longestName = 100
/** Suggestions are the most expensive step, and a flood repeats one name, so they are cached. */
const keptSuggestions = 200

/** When a payload says its event happened, in microseconds. Undefined if the payload does not have the platform's form. */
function occurredAt(payload: Payload): number | undefined {
  if (typeof payload.event !== 'string' || typeof payload.occurred_at !== 'string') return undefined
  return fromIso(payload.occurred_at)
}

/** The member that names the object of an event, by the first part of the event's name. */
const subjects = new Map([
  ['account', 'account_id'],
  ['card', 'card_id'],
  ['customer', 'customer_id'],
  ['kyb', 'business_id'],
  ['kyc', 'customer_id'],
  ['transactions', 'transaction_id'],
])

/** Which object an event of the platform is about, and when the event happened. The id may be in a nested object. */
export function occurrenceIn(payload: Payload): Occurrence | undefined {
  const happened_at = occurredAt(payload)
  const member = subjects.get(`${payload.event}`.split('.', 1)[0] ?? '')
  if (happened_at === undefined || member === undefined) return undefined
  for (const part of [payload, ...Object.values(payload)]) {
    const about = typeof part === 'object' && part !== null && (part as Payload)[member]
    if (typeof about === 'string' && about !== '' && about.length <= longestName)
      return { about, happened_at }
  }
  return undefined
}

/** Compares payloads with the catalogue of events. */
export function createPayloadCheck() {
  const suggestions = new Map<string, string>()
  const strays = new Map<EventName, ReturnType<typeof straysOf>>()

  function suggestionFor(name: string): string {
    const kept = suggestions.get(name)
    if (kept !== undefined) return kept
    if (suggestions.size >= keptSuggestions) suggestions.clear()
    const made = didYouMeanEvent(name) || `Valid: ${areas.join(', ')}.`
    suggestions.set(name, made)
    return made
  }

  function strayPaths(name: EventName, payload: Payload): string[] {
    const find = strays.get(name) ?? straysOf(kindOf(name).schema)
    strays.set(name, find)
    return find(payload, toldViolations + 1)
  }

  function violation(name: EventName, payload: Payload): Mistake | undefined {
    const { schema } = kindOf(name)
    const flaws = flawsIn(schema, payload).map(({ path, says }) => ({ path: path.join('.'), says }))
    const unknown = strayPaths(name, payload).map((path): Violation => {
      const shown = path.length > longestName ? `${path.slice(0, longestName)}…` : path
      return { path: shown, meant: nearest(path, validPaths(schema)) }
    })
    const violations = [...flaws, ...unknown]
    return violations.length === 0 ? undefined : schemaViolation(name, violations)
  }

  /**
   * What is wrong with a payload that names an event. An unknown name is only a mistake in an event of this platform: its
   * form or its sender shows that. Other senders have their own names.
   */
  return function check(payload: Payload, { bytes, isOurs }: { bytes: number; isOurs: boolean }) {
    const { event } = payload
    if (typeof event !== 'string') return undefined
    if (isEventName(event)) return bytes > largestBytes ? undefined : violation(event, payload)
    if (!isOurs && occurredAt(payload) === undefined) return undefined
    const name = event.slice(0, longestName)
    return unknownEvent(name, suggestionFor(name))
  }
}
