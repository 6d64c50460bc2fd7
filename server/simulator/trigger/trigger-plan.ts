/** Reads a trigger request as a plan of events. */
import { type EventName, eventNames } from '../../events/builders.ts'
import { eventNamed, kindOf, nameInShort, suggestEvent } from '../../events/catalogue.ts'
import { checkPayload, isValidPath, overridden, validPaths } from '../../events/overrides.ts'
import { fail, failField } from '../../failures.ts'
import { suggest } from '../../words/nearest.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** The request for an event, or for each event that a pattern matches. */
export interface OneRequest {
  /** A name, or a pattern with `*`. */
  event: string
  /** Values by dotted path. A value at the path of an object's id selects that object. */
  set?: Record<string, unknown> | undefined
  /** The whole body, instead of a generated one. */
  payload?: Record<string, unknown> | undefined
  /** The exact text of the payload, which is sent unless `set` changes it. */
  payloadText?: string | undefined
  subscription_id?: string | undefined
  force?: boolean | undefined
  /** In the grammar of faults, for each delivery of the event itself. */
  fault?: string | undefined
  /** Also sends the earlier events, if an object is created for the event. */
  with_history?: boolean | undefined
}

/** An event to trigger, with its set values. */
export interface PlannedEvent {
  name: EventName
  set: Record<string, unknown>
  /** The given body with its set values, and the text to send. */
  given?: { payload: Record<string, unknown>; text: string } | undefined
}

/** The events that a request names, in the order of the catalogue. Refuses impossible values. */
export function planOf(request: OneRequest): PlannedEvent[] {
  const { event, set = {}, payload, force = false } = request
  const names = namesOf(event)
  if (payload && names.length > 1)
    failField(
      'payload',
      `${event} matches ${names.length} events, and a payload belongs to one event`,
      'Name one event, or leave out the payload.',
    )
  const foreign = new Set(
    Object.keys(set).filter((path) => !names.some((name) => isValidPath(kindOf(name).schema, path))),
  )
  const [unknown] = foreign
  if (unknown !== undefined && !force) {
    const paths = [...new Set(names.flatMap((name) => validPaths(kindOf(name).schema)))]
    fail('path_unknown', `${unknown} is not a path of ${event}.`, suggest(unknown, paths))
  }
  if (payload && !force) for (const name of names) checkPayload(kindOf(name).schema, payload)
  // Of values set for many events, each gets those it has a path for. Forced values without a path go to all.
  const fits = (name: EventName, path: string) => foreign.has(path) || isValidPath(kindOf(name).schema, path)
  return names.map((name) => {
    const own = Object.fromEntries(Object.entries(set).filter(([path]) => fits(name, path)))
    return { name, set: own, given: givenOf(request, name, own) }
  })
}

function givenOf(
  { payload, payloadText, force = false }: OneRequest,
  name: EventName,
  set: Record<string, unknown>,
): PlannedEvent['given'] {
  if (!payload) return undefined
  const whole = overridden(payload, { schema: kindOf(name).schema, set, force })
  const isAsGiven = whole === payload && payloadText !== undefined
  return { payload: whole, text: isAsGiven ? payloadText : JSON.stringify(whole) }
}

function namesOf(event: string): EventName[] {
  if (!event.includes('*')) return [eventNamed(event)]
  const names = eventNames.filter((name) => fitsPattern(event, name))
  if (names.length > 0) return names
  return fail('event_name_unknown', `No event matches ${nameInShort(event)}.`, suggestEvent(event))
}
