import { z } from 'zod'
import { fail } from '../failures.ts'
import { suggest } from '../nearest.ts'
import type { CatalogueEvent } from '../wire.ts'
import { type EventName, eventNames, isEventName, type Kind, kinds } from './builders.ts'

const examples = import.meta.glob<Record<string, unknown>>('../../fixtures/events/*.json', {
  eager: true,
  import: 'default',
})

/** The golden payload of an event, from `fixtures/events`. */
export const exampleOf = (name: EventName) => examples[`../../fixtures/events/${name}.json`]

export const kindOf = (name: EventName): Kind => kinds[name]

/** JSON Schema 2020-12 of an event's payload. */
const jsonSchemaOf = (name: EventName) => z.toJSONSchema(kindOf(name).schema)

/** An event's name, or a refusal that lists the valid ones. */
export function eventNamed(name: string): EventName {
  if (isEventName(name)) return name
  return fail('event_name_unknown', `There is no event named ${name}.`, suggest(name, eventNames))
}

/** Every event as `/sandbox/catalogue/events` tells it. */
export function listCatalogue(): CatalogueEvent[] {
  return eventNames.map((name) => ({
    event: name,
    description: kinds[name].description,
    caused_by: kinds[name].causedBy,
    schema: jsonSchemaOf(name),
    example: exampleOf(name),
  }))
}
