/** The traffic form, as data. */

import { didYouMean } from '../../server/words/nearest.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { createDrafts } from '../form/drafts.ts'
import type { FieldOf, Rows, Typed } from '../form/form.tsx'
import { numberIn } from '../form/typed.ts'
import type { TrafficWords } from '../live/routes/running.ts'
import { catalogue } from '../live/settings.ts'
import { receiver } from '../subscription/subscription-options.ts'

/** One part of the mix: an event or pattern, and its relative weight. */
export interface MixPart {
  event: string
  weight: string
}

interface Own {
  events: readonly MixPart[]
}
type TrafficDraft = Typed<TrafficWords, Own>
export const firstTraffic: TrafficDraft = {
  rate: '5',
  shape: 'steady',
  events: [{ event: '*', weight: '1' }],
  for: '',
  count: '',
  seed: '',
  subscription_id: '',
  fault: '',
}

/** The unsent form, kept while the reader looks elsewhere. */
export const trafficDrafts = createDrafts<TrafficDraft>()

/** The problem of a part of the mix. */
export function mixProblem({ event, weight }: MixPart): string | undefined {
  const pattern = event.trim()
  if (weight !== '' && !(Number(weight) >= 0)) return `The weight of ${pattern} must be a number.`
  const names = catalogue.value?.map((one) => one.event) ?? []
  if (pattern === '' || names.length === 0 || names.some((name) => fitsPattern(pattern, name)))
    return undefined
  return `No event matches ${pattern}. ${didYouMean(pattern.replaceAll('*', ''), names)}`.trim()
}

function mixOf(mix: readonly MixPart[]): Record<string, number> | undefined {
  const events: Record<string, number> = {}
  for (const { event, weight } of mix) if (event.trim() !== '') events[event.trim()] = numberIn(weight) ?? 1
  return ['', '*'].includes(Object.keys(events).join()) ? undefined : events
}

type Field<Name extends keyof TrafficWords> = Extract<FieldOf<TrafficWords, Own>, { name: Name }>

export const trafficFields = (
  draw: { events?: Field<'events'>['draw']; fault?: Field<'fault'>['draw'] } = {},
): Rows<TrafficWords, Own> => [
  [
    {
      name: 'rate',
      label: 'Events per second',
      kind: 'number',
      min: 0.001,
      max: 5000,
      step: 'any',
      required: true,
    },
    {
      name: 'shape',
      label: 'Shape',
      kind: 'select',
      options: () => [
        ['steady', 'Steady'],
        ['poisson', 'Poisson (bursts and gaps)'],
      ],
      usual: 'steady',
    },
  ],
  {
    name: 'events',
    label: 'Event mix, by weight',
    flaw: (typed) => typed.map(mixProblem).find((problem) => problem !== undefined),
    send: mixOf,
    draw: draw.events,
  },
  [
    { name: 'for', label: 'Duration', placeholder: 'until stopped' },
    {
      name: 'count',
      label: 'Maximum events',
      kind: 'number',
      min: 1,
      max: 10_000_000,
      placeholder: 'no limit',
    },
    { name: 'seed', label: 'Seed', kind: 'number', min: 0, placeholder: 'sandbox seed' },
  ],
  receiver,
  { name: 'fault', label: 'Fault', draw: draw.fault },
]
