/** Searches and groups the events of the catalogue. */

import type { CatalogueEvent } from '../../server/wire.ts'

/** Events whose names begin with the same word. */
export interface EventGroup {
  domain: string
  events: CatalogueEvent[]
}

export function findEvents(events: readonly CatalogueEvent[], q: string): CatalogueEvent[] {
  const words = q.toLowerCase().split(/\s+/)
  return events.filter(({ event, description, caused_by }) => {
    const text = [event, description, caused_by].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Keeps the order of the catalogue. */
export function groupEvents(events: readonly CatalogueEvent[]): EventGroup[] {
  const groups = new Map<string, CatalogueEvent[]>()
  for (const one of events) {
    const [domain = ''] = one.event.split('.')
    groups.set(domain, [...(groups.get(domain) ?? []), one])
  }
  return [...groups].map(([domain, members]) => ({ domain, events: members }))
}
