import { type EventName, eventNames } from '../../events/builders.ts'
import { eventNamed, kindOf, nameInShort, suggestEvent } from '../../events/catalogue.ts'
import { checkPayload, isValidPath, overridden, validPaths } from '../../events/overrides.ts'
import { fail } from '../../failures.ts'
import { suggest } from '../../words/nearest.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** What is asked for of an event, or of each event that a pattern matches. */
export interface OneRequest {
  /** A name, or a pattern with `*`. */
  event: string
  /** Values by dotted path. One at a path that names an object has the event happen to that object. */
  set?: Record<string, unknown> | undefined
  /** The whole body, in place of one of an event that happens. */
  payload?: Record<string, unknown> | undefined
  /** The text that the payload was read from, which goes out where nothing is set in it. */
  payloadText?: string | undefined
  subscription_id?: string | undefined
  force?: boolean | undefined
  /** In the grammar of faults; put on each delivery of the event itself. */
  fault?: string | undefined
  /** Sends what came before as well, where an object is made for the event. */
  with_history?: boolean | undefined
}

/** An event that is to be fired, with what is set of it. */
export interface PlannedEvent {
  name: EventName
  set: Record<string, unknown>
  /** The body that was given in place of one of an event that happens, with what is set in it, and the text that goes out. */
  given?: { payload: Record<string, unknown>; text: string } | undefined
}

/** The events that a request names, in the order of the catalogue; refuses what none of them could be. */
export function planOf(request: OneRequest): PlannedEvent[] {
  const { event, set = {}, payload, force = false } = request
  const names = namesOf(event)
  if (payload && names.length > 1)
    fail(
      'invalid_field',
      `payload: ${event} matches ${names.length} events, and a payload is that of one.`,
      'Name one event, or leave the payload out.',
    )
  const foreign = new Set(
    Object.keys(set).filter((path) => !names.some((name) => isValidPath(kindOf(name).schema, path))),
  )
  const [unknown] = foreign
  if (unknown !== undefined && !force) {
    const paths = [...new Set(names.flatMap((name) => validPaths(kindOf(name).schema)))]
    fail('path_unknown', `${unknown} is no path of ${event}.`, suggest(unknown, paths))
  }
  if (payload && !force) for (const name of names) checkPayload(kindOf(name).schema, payload)
  // Of what is set for many, each has that which it has a path for; what none has, only forced, is meant for all.
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
