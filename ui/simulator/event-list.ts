import type { CatalogueEvent } from '../../server/wire.ts'

/** Events that are about the same, by the first word of their names. */
export interface EventGroup {
  domain: string
  events: CatalogueEvent[]
}

/** The events that hold every word of the search in their name, meaning or cause. */
export function findEvents(events: readonly CatalogueEvent[], q: string): CatalogueEvent[] {
  const words = q.toLowerCase().split(/\s+/)
  return events.filter(({ event, description, caused_by }) => {
    const text = [event, description, caused_by].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** In the catalogue's order. */
export function groupEvents(events: readonly CatalogueEvent[]): EventGroup[] {
  const groups = new Map<string, CatalogueEvent[]>()
  for (const one of events) {
    const [domain = ''] = one.event.split('.')
    groups.set(domain, [...(groups.get(domain) ?? []), one])
  }
  return [...groups].map(([domain, members]) => ({ domain, events: members }))
}
