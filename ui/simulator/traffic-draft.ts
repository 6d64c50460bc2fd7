/** Converts the traffic form to a request. */

import { signal } from '@preact/signals'
import type { TrafficShape } from '../../server/wire.ts'
import { filled, numberIn, textIn } from '../form/typed.ts'
import type { TrafficWords } from '../live/routes/simulator.ts'

/** One part of the mix: an event or pattern, and its relative weight. */
export interface MixPart {
  event: string
  weight: string
}

/** The form as typed. Empty fields are left out of the request. */
export interface TrafficDraft {
  rate: string
  shape: TrafficShape
  mix: MixPart[]
  for: string
  count: string
  seed: string
  subscription: string
  fault: string
}

/** Kept while the reader looks elsewhere. */
export const trafficDraft = signal<TrafficDraft>({
  rate: '5',
  shape: 'steady',
  mix: [{ event: '*', weight: '1' }],
  for: '',
  count: '',
  seed: '',
  subscription: '',
  fault: '',
})

/** The request of a draft, without default values. */
export function trafficOf(draft: TrafficDraft): TrafficWords {
  const events: Record<string, number> = {}
  for (const { event, weight } of draft.mix)
    if (event.trim() !== '') events[event.trim()] = numberIn(weight) ?? 1
  const isAll = Object.keys(events).join() === '*'
  return {
    rate: Number(draft.rate),
    ...filled({
      shape: draft.shape === 'steady' ? undefined : draft.shape,
      events: isAll || Object.keys(events).length === 0 ? undefined : events,
      for: textIn(draft.for),
      count: numberIn(draft.count),
      seed: numberIn(draft.seed),
      subscription_id: textIn(draft.subscription),
      fault: textIn(draft.fault),
    }),
  }
}
