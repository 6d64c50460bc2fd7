/** The catalogue of events: finds, describes and suggests events. */
import { z } from 'zod'
import { fail } from '../failures.ts'
import type { CatalogueEvent } from '../wire.ts'
import { call, type Said, said } from '../words/act.ts'
import { type EventName, eventNames, isEventName, type Kind, kinds } from './builders.ts'
import { areas, didYouMeanEvent } from './patterns.ts'

const examples = import.meta.glob<Record<string, unknown>>('../../fixtures/events/*.json', {
  eager: true,
  import: 'default',
})

/** The golden payload of an event, from `fixtures/events`. */
export const exampleOf = (name: EventName) => examples[`../../fixtures/events/${name}.json`]

export const kindOf = (name: EventName): Kind => kinds[name]

/** JSON Schema 2020-12 of an event's payload. */
const jsonSchemaOf = (name: EventName) => z.toJSONSchema(kindOf(name).schema)

/** Filters take several names separated by commas, but actions take one name or pattern. */
const oneAtATime = 'Name one event, or one pattern such as card.*, at a time.'

/** Names the nearest events, or the areas of events if none is near. */
export function suggestEvent(wrong: string): Said {
  if (wrong.includes(',')) return oneAtATime
  return (
    didYouMeanEvent(wrong) || said`Valid: ${areas.join(', ')}; ${call('listEventKinds')} lists every name.`
  )
}

/** A given name, shortened since it may be as long as a body. */
export const nameInShort = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

/** Returns the name of a known event, or refuses it and suggests valid names. */
export function eventNamed(name: string): EventName {
  if (isEventName(name)) return name
  const said = name === '' ? 'event is empty.' : `There is no event named ${nameInShort(name)}.`
  return fail('event_name_unknown', said, suggestEvent(name))
}

/** Every event in the form of `/sandbox/catalogue/events`. */
export function listCatalogue(): CatalogueEvent[] {
  return eventNames.map((name) => ({
    event: name,
    description: kinds[name].description,
    caused_by: kinds[name].causedBy,
    schema: jsonSchemaOf(name),
    example: exampleOf(name),
  }))
}
