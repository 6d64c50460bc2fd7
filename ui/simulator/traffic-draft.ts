import { signal } from '@preact/signals'
import type { TrafficShape } from '../../server/wire.ts'
import { filled, numberIn, textIn } from '../form/typed.ts'
import type { TrafficWords } from '../live/routes/simulator.ts'

/** One part of the mix, as typed: an event or a pattern, and its weight beside the others. */
export interface MixPart {
  event: string
  weight: string
}

/** The traffic to start, as typed; what is empty is not asked for. */
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

/** Kept while one looks elsewhere. */
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

/** What a draft asks the sandbox for, without what is so anyway. */
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
