import { type EventName, eventNames, isEventName } from '../../events/builders.ts'
import { kindOf, suggestEvent } from '../../events/catalogue.ts'
import { flawsIn, validPaths } from '../../events/overrides.ts'
import type { Mistake } from '../../wire.ts'
import { nearest } from '../../words/nearest.ts'
import { fromIso } from '../../words/time.ts'
import { mistakeOf } from './mistake.ts'
import { straysOf } from './strays.ts'

type Payload = Record<string, unknown>

/** How many violations are told one by one. */
const told = 3
/** Larger bodies are not held against a schema: each of their members might be wrong. */
const largestBytes = 64 * 1024
const longestName = 100
/** Suggestions cost more than all the rest, and a flood repeats one name. */
const keptSuggestions = 200

/** When a payload says that it happened, in microseconds; undefined where it is no event of the platform's form. */
export function occurredAt(payload: Payload): number | undefined {
  if (typeof payload.event !== 'string' || typeof payload.occurred_at !== 'string') return undefined
  return fromIso(payload.occurred_at)
}

/** Holds payloads against the catalogue of events. */
export function createPayloadCheck() {
  const suggestions = new Map<string, string>()
  const strays = new Map<EventName, ReturnType<typeof straysOf>>()

  function suggestionFor(name: string): string {
    const kept = suggestions.get(name)
    if (kept !== undefined) return kept
    if (suggestions.size >= keptSuggestions) suggestions.clear()
    const close = nearest(name, eventNames)
    const made = close === undefined ? suggestEvent(name) : `Did you mean ${close}?`
    suggestions.set(name, made)
    return made
  }

  function strayPaths(name: EventName, payload: Payload): string[] {
    const find = strays.get(name) ?? straysOf(kindOf(name).schema)
    strays.set(name, find)
    return find(payload, told + 1)
  }

  function unknownEvent(event: string): Mistake {
    const name = event.slice(0, longestName)
    return mistakeOf(
      'unknown_event',
      `The catalogue has no event ${name === '' ? 'without a name' : name}. ${suggestionFor(name)}`,
    )
  }

  function violation(name: EventName, payload: Payload): Mistake | undefined {
    const { schema } = kindOf(name)
    const flaws = flawsIn(schema, payload).map(({ path, says }) => `${path.join('.')}: ${says}`)
    const unknown = strayPaths(name, payload).map((path) => {
      const close = nearest(path, validPaths(schema))
      const shown = path.length > longestName ? `${path.slice(0, longestName)}…` : path
      return `${shown}: ${name} has no such member${close === undefined ? '' : `; did you mean ${close}?`}`
    })
    const said = [...flaws, ...unknown]
    if (said.length === 0) return undefined
    const more = said.length > told ? `; and ${said.length - told} more` : ''
    return mistakeOf('schema_violation', `${said.slice(0, told).join('; ')}${more}.`)
  }

  /**
   * What is wrong with a payload that names an event. A name that the catalogue lacks is a mistake only in an event of
   * this platform: one that has its form, or is known to come from it. Other senders have names of their own.
   */
  return function check(payload: Payload, { bytes, isOurs }: { bytes: number; isOurs: boolean }) {
    const { event } = payload
    if (typeof event !== 'string') return undefined
    if (isEventName(event)) return bytes > largestBytes ? undefined : violation(event, payload)
    return isOurs || occurredAt(payload) !== undefined ? unknownEvent(event) : undefined
  }
}
