/** The form that starts traffic. */

import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { trafficCommand } from '../commands/simulator-commands.ts'
import { FaultField } from '../faults/fault-field.tsx'
import { useDraft } from '../form/drafts.ts'
import { Choices, Input } from '../form/field.tsx'
import { Form, orderOf } from '../form/form.tsx'
import { Icon } from '../kit/icon.tsx'
import { FieldProblem } from '../kit/problem.tsx'
import { catalogue } from '../live/settings.ts'
import { groupEvents } from './event-list.ts'
import { orderTraffic } from './orders.ts'
import { useRowFocus } from './overrides.tsx'
import { traffic } from './simulator.ts'
import { firstTraffic, type MixPart, mixProblem, trafficDrafts, trafficFields } from './traffic-draft.ts'

const fields = trafficFields({
  events: ({ label, value, problem, onInput }) => (
    <Mix label={label} mix={value} problem={problem} onChange={onInput} />
  ),
  fault: (control) => <FaultField {...control} />,
})

export function TrafficForm() {
  const draft = useDraft(trafficDrafts, 'new', () => firstTraffic)
  const order = { rate: 0, ...orderOf(fields, draft.form) }
  return (
    <section class="pane" aria-labelledby="traffic-form">
      <h3 id="traffic-form" class="pane-title">
        {traffic.value?.running === true ? 'Replace the traffic' : 'Start traffic'}
      </h3>
      <Form rows={fields} draft={draft} title="Start" send={() => orderTraffic(order)} />
      <Terminal commands={formCommands(trafficCommand(order), '/sandbox/traffic', order)} />
    </section>
  )
}

interface MixProps {
  label: string
  mix: readonly MixPart[]
  problem: string | undefined
  onChange: (mix: readonly MixPart[]) => void
}

function Mix({ label, mix, problem, onChange }: MixProps) {
  const list = useRowFocus(mix.length)
  const events = catalogue.value ?? []
  const patterns = groupEvents(events)
    .filter((group) => group.events.length > 1)
    .map(({ domain }) => `${domain}.*`)
  const change = (index: number, part: Partial<MixPart>) =>
    onChange(mix.map((one, at) => (at === index ? { ...one, ...part } : one)))
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
            onClick={() => onChange(mix.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {problem !== undefined && <FieldProblem text={problem} />}
      <button type="button" class="small" onClick={() => onChange([...mix, { event: '', weight: '1' }])}>
        Add event
      </button>
    </fieldset>
  )
}
