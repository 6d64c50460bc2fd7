/** Searches and groups the events of the catalogue. */

import type { CatalogueEvent } from '../../server/wire.ts'
import { haveWords } from '../place/have-words.ts'

/** Events whose names begin with the same word. */
export interface EventGroup {
  domain: string
  events: CatalogueEvent[]
}

/** The events whose name, meaning or cause contains every search word. */
export const findEvents = (events: readonly CatalogueEvent[], q: string): CatalogueEvent[] =>
  events.filter(({ event, description, caused_by }) => haveWords(q, [event, description, caused_by]))

/** Keeps the order of the catalogue. */
export function groupEvents(events: readonly CatalogueEvent[]): EventGroup[] {
  const groups = new Map<string, CatalogueEvent[]>()
  for (const one of events) {
    const [domain = ''] = one.event.split('.')
    groups.set(domain, [...(groups.get(domain) ?? []), one])
  }
  return [...groups].map(([domain, members]) => ({ domain, events: members }))
}
