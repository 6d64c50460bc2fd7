import type { EventName } from '../../events/builders.ts'
import { fail } from '../../failures.ts'
import { planOf } from '../trigger/trigger-plan.ts'

/** Name of an event or pattern → its part of the whole. */
export type Weights = Record<string, number>

/** What events a traffic is made of. */
export interface Mix {
  /** The event for a fraction in [0, 1). */
  choose(fraction: number): EventName
}

/** A list gives each of its entries the same weight, and one that stands twice twice of it. */
export function weightsOf(entries: readonly string[]): Weights {
  const weights = new Map<string, number>()
  for (const entry of entries) weights.set(entry, (weights.get(entry) ?? 0) + 1)
  return Object.fromEntries(weights)
}

/** Shares the weight of each entry evenly among the events it matches. Refuses an entry that matches none. */
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
    return fail(
      'invalid_field',
      'events: no entry has a weight above 0.',
      'Give one a weight, or leave events out.',
    )
  return { choose: (fraction) => (bounds.find(({ upTo }) => fraction * total < upTo) ?? last).name }
}
