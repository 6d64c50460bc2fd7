/** Chooses the events of simulated traffic by weight. */
import type { EventName } from '../../events/builders.ts'
import { failField } from '../../failures.ts'
import { planOf } from '../trigger/trigger-plan.ts'

/** Event name or pattern → its weight. */
export type Weights = Record<string, number>

/** The events of a traffic. */
export interface Mix {
  /** The event for a fraction in [0, 1). */
  choose(fraction: number): EventName
}

/** A list gives each entry the same weight. A repeated entry counts twice. */
export function weightsOf(entries: readonly string[]): Weights {
  const weights = new Map<string, number>()
  for (const entry of entries) weights.set(entry, (weights.get(entry) ?? 0) + 1)
  return Object.fromEntries(weights)
}

/** Divides each entry's weight evenly among the events that it matches. Refuses an entry without a match. */
export function mixOf(weights: Weights): Mix {
  let total = 0
  const bounds: { upTo: number; name: EventName }[] = []
  for (const [event, weight] of Object.entries(weights)) {
    const names = planOf({ event }).map(({ name }) => name)
    for (const name of weight > 0 ? names : []) {
      total += weight / names.length
      bounds.push({ upTo: total, name })
    }
  }
  const last = bounds.at(-1)
  if (last === undefined)
    return failField(
      'events',
      'no entry has a weight above 0',
      'Give an entry a weight, or leave events out.',
    )
  return { choose: (fraction) => (bounds.find(({ upTo }) => fraction * total < upTo) ?? last).name }
}
