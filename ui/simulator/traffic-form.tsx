/** The form that starts traffic. */

import { didYouMean } from '../../server/words/nearest.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { trafficCommand } from '../commands/simulator-commands.ts'
import { FaultField } from '../faults/fault-field.tsx'
import { createDrafts, useDraft } from '../form/drafts.ts'
import { Choices, Input } from '../form/field.tsx'
import { Form, orderOf, type Rows, type Typed, typedOf } from '../form/form.tsx'
import { numberIn } from '../form/typed.ts'
import { Icon } from '../kit/icon.tsx'
import { FieldProblem } from '../kit/problem.tsx'
import type { TrafficWords } from '../live/routes/running.ts'
import { catalogue } from '../live/settings.ts'
import { receiver } from '../subscription/subscription-options.ts'
import { groupEvents } from './event-list.ts'
import { orderTraffic } from './orders.ts'
import { useRowFocus } from './overrides.tsx'
import { traffic } from './simulator.ts'

/** One part of the mix: an event or pattern, and its relative weight. */
export interface MixPart {
  event: string
  weight: string
}

interface Own {
  events: readonly MixPart[]
}

/** The unsent form, kept while the reader looks elsewhere. */
const trafficDrafts = createDrafts<Typed<TrafficWords, Own>>()

/** The problem of a part of the mix. */
function mixProblem({ event, weight }: MixPart): string | undefined {
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

export const trafficFields: Rows<TrafficWords, Own> = [
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
    draw: (control) => <Mix {...control} />,
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
  { name: 'fault', label: 'Fault', draw: (control) => <FaultField {...control} /> },
]

/** Five events of any kind in each second. */
export const firstTraffic = typedOf(
  trafficFields,
  { rate: 5, shape: 'steady' },
  { events: [{ event: '*', weight: '1' }] },
)

export function TrafficForm() {
  const draft = useDraft(trafficDrafts, 'new', () => firstTraffic)
  const order = { rate: 0, ...orderOf(trafficFields, draft.form) }
  return (
    <section class="pane" aria-labelledby="traffic-form">
      <h3 id="traffic-form" class="pane-title">
        {traffic.value?.running === true ? 'Replace the traffic' : 'Start traffic'}
      </h3>
      <Form rows={trafficFields} draft={draft} title="Start" send={() => orderTraffic(order)} />
      <Terminal commands={formCommands(trafficCommand(order), '/sandbox/traffic', order)} />
    </section>
  )
}

interface MixProps {
  label: string
  value: readonly MixPart[]
  problem: string | undefined
  onInput: (mix: readonly MixPart[]) => void
}

function Mix({ label, value: mix, problem, onInput }: MixProps) {
  const list = useRowFocus(mix.length)
  const events = catalogue.value ?? []
  const patterns = groupEvents(events)
    .filter((group) => group.events.length > 1)
    .map(({ domain }) => `${domain}.*`)
  const change = (index: number, part: Partial<MixPart>) =>
    onInput(mix.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <fieldset class="overrides" ref={list}>
      <legend>{label}</legend>
      <Choices id="traffic-events" of={['*', ...patterns, ...events.map(({ event }) => event)]} />
      {mix.map(({ event, weight }, index) => (
        <div class="override mix" key={index}>
          <Input
            aria-label={`Event ${index + 1}`}
            placeholder="event or pattern, such as card.*"
            list="traffic-events"
            aria-invalid={mixProblem({ event, weight }) !== undefined}
            value={event}
            onInput={(typed) => change(index, { event: typed })}
          />
          <Input
            aria-label={`Weight ${index + 1}`}
            inputMode="decimal"
            placeholder="1"
            value={weight}
            onInput={(typed) => change(index, { weight: typed })}
          />
          <button
            type="button"
            class="small"
            aria-label={`Remove event ${index + 1}`}
            disabled={mix.length === 1}
            onClick={() => onInput(mix.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {problem !== undefined && <FieldProblem text={problem} />}
      <button type="button" class="small" onClick={() => onInput([...mix, { event: '', weight: '1' }])}>
        Add event
      </button>
    </fieldset>
  )
}
