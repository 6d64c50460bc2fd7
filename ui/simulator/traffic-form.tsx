/** The form that starts traffic. */

import { didYouMean } from '../../server/words/nearest.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { trafficCommand } from '../commands/simulator-commands.ts'
import { FaultField, faultProblem } from '../faults/fault-field.tsx'
import { Choices, FormActs, fieldsOf, Input, SelectField, submits, TextField } from '../form/field.tsx'
import { fieldProblems } from '../form/field-problems.ts'
import { Icon } from '../kit/icon.tsx'
import { FieldProblem, ProblemBox } from '../kit/problem.tsx'
import type { Problem } from '../live/api.ts'
import { catalogue } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { subscriptionOptions } from '../subscription/subscription-options.ts'
import { groupEvents } from './event-list.ts'
import { orderTraffic } from './orders.ts'
import { useRowFocus } from './overrides.tsx'
import { traffic } from './simulator.ts'
import { type MixPart, type TrafficDraft, trafficDraft, trafficOf } from './traffic-draft.ts'

export function TrafficForm() {
  const { problem, busy, send } = useSending()
  const draft = trafficDraft.value
  const change = (part: Partial<TrafficDraft>) => {
    trafficDraft.value = { ...trafficDraft.value, ...part }
  }
  const order = trafficOf(draft)
  const isRunning = traffic.value?.running === true
  const { at, rest } = fieldProblems(problem, ['rate', 'events', 'for', 'count', 'seed'])
  const field = fieldsOf(draft, change, at)
  const unknown = problem?.code === 'event_name_unknown' ? unknownWords(problem, draft.mix) : undefined
  return (
    <section class="pane" aria-labelledby="traffic-form">
      <h3 id="traffic-form" class="pane-title">
        {isRunning ? 'Replace the traffic' : 'Start traffic'}
      </h3>
      <form class="stack" onSubmit={submits(() => send(() => orderTraffic(order)))}>
        <div class="columns narrow">
          <TextField
            label="Events per second"
            type="number"
            min={0.001}
            max={5000}
            step="any"
            required
            {...field('rate')}
          />
          <SelectField
            label="Shape"
            value={draft.shape}
            options={[
              ['steady', 'steady'],
              ['poisson', 'poisson (bursts and gaps)'],
            ]}
            onInput={(shape) => change({ shape: shape === 'poisson' ? 'poisson' : 'steady' })}
          />
        </div>
        <Mix mix={draft.mix} problem={unknown ?? at.events} onChange={(mix) => change({ mix })} />
        <div class="columns narrow">
          <TextField label="Duration" placeholder="until stopped" {...field('for')} />
          <TextField
            label="Maximum events"
            type="number"
            min={1}
            max={10_000_000}
            placeholder="no limit"
            {...field('count')}
          />
          <TextField label="Seed" type="number" min={0} placeholder="sandbox seed" {...field('seed')} />
        </div>
        <SelectField label="To" {...field('subscription')} options={subscriptionOptions('all subscribers')} />
        <FaultField {...field('fault')} problem={faultProblem(problem)} />
        {rest && !faultProblem(problem) && unknown === undefined && <ProblemBox problem={rest} />}
        <FormActs title="Start" busy={busy} />
      </form>
      <Terminal commands={formCommands(trafficCommand(order), '/sandbox/traffic', order)} />
    </section>
  )
}

/** An unknown name or pattern, with similar known names. */
function unknownWords({ message }: Problem, mix: readonly MixPart[]): string {
  const wrong = mix.map(({ event }) => event.trim()).find((event) => event !== '' && message.includes(event))
  const names = (catalogue.value ?? []).map(({ event }) => event)
  return wrong === undefined ? message : `${message} ${didYouMean(wrong.replaceAll('*', ''), names)}`.trim()
}

interface MixProps {
  mix: readonly MixPart[]
  problem: string | undefined
  onChange: (mix: MixPart[]) => void
}

function Mix({ mix, problem, onChange }: MixProps) {
  const list = useRowFocus(mix.length)
  const events = catalogue.value ?? []
  const patterns = groupEvents(events)
    .filter((group) => group.events.length > 1)
    .map(({ domain }) => `${domain}.*`)
  const change = (index: number, part: Partial<MixPart>) =>
    onChange(mix.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <fieldset class="overrides" ref={list}>
      <legend>Event mix, by weight</legend>
      <Choices id="traffic-events" of={['*', ...patterns, ...events.map(({ event }) => event)]} />
      {mix.map(({ event, weight }, index) => (
        <div class="override mix" key={index}>
          <Input
            aria-label={`Event ${index + 1}`}
            placeholder="event or pattern, such as card.*"
            list="traffic-events"
            value={event}
            onInput={(typed) => change(index, { event: typed })}
          />
          <Input
            aria-label={`Weight ${index + 1}`}
            type="number"
            min={0}
            step="any"
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
