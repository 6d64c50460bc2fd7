import { useState } from 'preact/hooks'
import { Terminal } from '../../parts/commands.tsx'
import { sandboxCurl } from '../../parts/curl.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ProblemBox } from '../../parts/problem.tsx'
import { trafficCommand } from '../../parts/simulator-commands.ts'
import type { Problem } from '../../state/api.ts'
import { groupEvents } from '../../state/event-list.ts'
import { catalogue } from '../../state/settings.ts'
import { orderTraffic, traffic } from '../../state/simulator.ts'
import { subscriptionOptions } from '../../state/subscription-options.ts'
import { type MixPart, type TrafficDraft, trafficDraft, trafficOf } from '../../state/traffic-draft.ts'
import { FaultField, isOfFault } from '../fault-field.tsx'

/** What is to be sent, how often and for how long. */
export function TrafficForm() {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const draft = trafficDraft.value
  const change = (part: Partial<TrafficDraft>) => {
    trafficDraft.value = { ...trafficDraft.value, ...part }
  }
  const order = trafficOf(draft)
  const isRunning = traffic.value?.running === true
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(await orderTraffic(order))
    setBusy(false)
  }
  return (
    <section class="pane" aria-labelledby="traffic-form">
      <h3 id="traffic-form" class="pane-title">
        {isRunning ? 'Start other traffic in its place' : 'Start traffic'}
      </h3>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <div class="columns narrow">
          <TextField
            label="Events a second"
            type="number"
            min={0.001}
            max={5000}
            step="any"
            required
            value={draft.rate}
            onInput={(rate) => change({ rate })}
          />
          <SelectField
            label="Shape"
            value={draft.shape}
            options={[
              ['steady', 'steady'],
              ['poisson', 'poisson: in bursts and gaps'],
            ]}
            onPick={(shape) => change({ shape: shape === 'poisson' ? 'poisson' : 'steady' })}
          />
        </div>
        <Mix mix={draft.mix} onChange={(mix) => change({ mix })} />
        <div class="columns narrow">
          <TextField
            label="For"
            placeholder="until stopped"
            value={draft.for}
            onInput={(length) => change({ for: length })}
          />
          <TextField
            label="At most"
            type="number"
            min={1}
            placeholder="any number"
            value={draft.count}
            onInput={(count) => change({ count })}
          />
          <TextField
            label="Seed"
            type="number"
            min={0}
            placeholder="of the sandbox"
            value={draft.seed}
            onInput={(seed) => change({ seed })}
          />
        </div>
        <SelectField
          label="To"
          value={draft.subscription}
          options={subscriptionOptions('all that want it')}
          onPick={(subscription) => change({ subscription })}
        />
        <FaultField value={draft.fault} onInput={(fault) => change({ fault })} problem={problem} />
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <div class="form-acts">
          <button type="submit" class="primary">
            Start
          </button>
        </div>
      </form>
      <Terminal
        commands={[
          { what: 'the command', text: trafficCommand(order) },
          {
            what: 'the curl command',
            text: sandboxCurl('POST', `${location.origin}/sandbox/traffic`, order),
          },
        ]}
      />
    </section>
  )
}

function Mix({ mix, onChange }: { mix: readonly MixPart[]; onChange: (mix: MixPart[]) => void }) {
  const events = catalogue.value ?? []
  const patterns = groupEvents(events)
    .filter((group) => group.events.length > 1)
    .map(({ domain }) => `${domain}.*`)
  const change = (index: number, part: Partial<MixPart>) =>
    onChange(mix.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <fieldset class="overrides">
      <legend>Mix, by weight</legend>
      <datalist id="traffic-events">
        {['*', ...patterns, ...events.map(({ event }) => event)].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {mix.map(({ event, weight }, index) => (
        <div class="override mix" key={index}>
          <input
            aria-label={`Event ${index + 1}`}
            placeholder="an event, or a pattern such as card.*"
            list="traffic-events"
            autocomplete="off"
            spellcheck={false}
            value={event}
            onInput={(typed) => change(index, { event: typed.currentTarget.value })}
          />
          <input
            aria-label={`Weight ${index + 1}`}
            type="number"
            min={0}
            step="any"
            placeholder="1"
            value={weight}
            onInput={(typed) => change(index, { weight: typed.currentTarget.value })}
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
      <button type="button" class="small" onClick={() => onChange([...mix, { event: '', weight: '1' }])}>
        Add an event
      </button>
    </fieldset>
  )
}
