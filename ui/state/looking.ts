import { openThing } from './navigation.ts'
import type { Triggered } from './routes.ts'
import type { Entry } from './rows.ts'
import { rows } from './stream.ts'

/** What was just fired by hand, until its outcome has been shown. */
let awaited: { events: Set<string>; deliveries: Set<string> } | null = null

const isOwn = (url: string) => new URL(url).origin === location.origin || /\/in\/[^/]+\/?$/.test(url)

/** Opens the capture that a fired event led to, or the delivery when it went somewhere else. */
export function lookAt(fresh: readonly Entry[]): void {
  if (awaited === null) return
  const { events, deliveries } = awaited
  const found =
    fresh.find(
      (entry) =>
        entry.kind === 'capture' &&
        (deliveries.has(entry.data.delivery_id ?? '') || events.has(entry.data.webhook_id ?? '')),
    ) ??
    fresh.find(
      (entry) =>
        entry.kind === 'delivery' &&
        deliveries.has(entry.id) &&
        entry.data.last_outcome !== null &&
        !isOwn(entry.data.url),
    )
  if (found === undefined) return
  awaited = null
  openThing(found.id)
}

/** Waits for the outcome of what was fired; it may be in the list already. */
export function lookFor({ events = [], deliveries = [] }: Triggered): void {
  const first = events[0]
  if (first === undefined) return
  if (deliveries.length === 0) {
    openThing(first.id)
    return
  }
  awaited = {
    events: new Set(events.map((event) => event.id)),
    deliveries: new Set(deliveries.map((delivery) => delivery.id)),
  }
  const recent: Entry[] = []
  for (let index = rows.length - 1; index >= Math.max(0, rows.length - 200); index--) {
    const line = rows.line(index)
    if (line?.attempt === 0) recent.push(line.entry)
  }
  lookAt(recent)
}
