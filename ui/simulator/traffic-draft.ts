import { signal } from '@preact/signals'
import type { TrafficShape } from '../../server/wire.ts'
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

const text = <Name extends string>(name: Name, typed: string) =>
  typed.trim() === '' ? {} : ({ [name]: typed.trim() } as Record<Name, string>)
const number = <Name extends string>(name: Name, typed: string) =>
  typed.trim() === '' ? {} : ({ [name]: Number(typed) } as Record<Name, number>)

/** What a draft asks the sandbox for, without what is so anyway. */
export function trafficOf(draft: TrafficDraft): TrafficWords {
  const events: Record<string, number> = {}
  for (const { event, weight } of draft.mix)
    if (event.trim() !== '') events[event.trim()] = weight.trim() === '' ? 1 : Number(weight)
  const isAll = Object.keys(events).join() === '*'
  return {
    rate: Number(draft.rate),
    ...(draft.shape === 'steady' ? {} : { shape: draft.shape }),
    ...(isAll || Object.keys(events).length === 0 ? {} : { events }),
    ...text('for', draft.for),
    ...number('count', draft.count),
    ...number('seed', draft.seed),
    ...text('subscription_id', draft.subscription),
    ...text('fault', draft.fault),
  }
}
