import { useState } from 'preact/hooks'
import type { CatalogueEvent } from '../../server/wire.ts'
import { Body } from '../parts/body.tsx'
import { CopyBox } from '../parts/copy.tsx'
import { sandboxCurl, triggerCommand } from '../parts/curl.ts'
import { SelectField, TextField } from '../parts/field.tsx'
import { deliverySign, target } from '../parts/format.ts'
import { ProblemBox } from '../parts/problem.tsx'
import { readValue, schemaPaths } from '../parts/schema-paths.ts'
import type { Problem } from '../state/api.ts'
import { postEvent, type Trigger, type Triggered } from '../state/routes.ts'
import { subscriptions } from '../state/settings.ts'
import { rows, version } from '../state/stream.ts'
import { Back } from './back.tsx'
import { FaultField, isOfFault } from './fault-field.tsx'
import { type Override, Overrides } from './overrides.tsx'
import { ThingLink } from './related.tsx'

/** Fires one event, with values of one's own where wanted. */
export function SimulateForm({ chosen }: { chosen: CatalogueEvent }) {
  const [overrides, setOverrides] = useState<Override[]>([{ path: '', value: '' }])
  const [count, setCount] = useState('1')
  const [subscription, setSubscription] = useState('')
  const [fault, setFault] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [fired, setFired] = useState<Triggered | null>(null)
  const [busy, setBusy] = useState(false)
  const paths = schemaPaths(chosen.schema)

  const set = Object.fromEntries(
    overrides
      .filter(({ path }) => path !== '')
      .map(({ path, value }) => [
        path,
        readValue(value, paths.find((one) => one.path === path)?.type ?? 'unknown'),
      ]),
  )
  const times = Number(count)
  const trigger: Trigger = {
    event: chosen.event,
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(times === 1 ? {} : { count: times }),
    ...(subscription === '' ? {} : { subscription_id: subscription }),
    ...(fault.trim() === '' ? {} : { fault: fault.trim() }),
  }
  const curl = sandboxCurl('POST', `${location.origin}/sandbox/events`, trigger)

  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    const result = await postEvent(trigger)
    setBusy(false)
    setProblem(result.ok ? null : result.problem)
    setFired(result.ok ? result.value : null)
  }
  return (
    <div class="form-pane">
      <Back />
      <h2>{chosen.event}</h2>
      <p class="quiet">
        {chosen.description} Cause: {chosen.caused_by}{' '}
        <a href={`/sandbox/docs#event-${chosen.event}`}>In the reference</a>
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <Overrides paths={paths} overrides={overrides} onChange={setOverrides} />
        <div class="columns">
          <TextField label="How many" type="number" min={1} required value={count} onInput={setCount} />
          <SelectField
            label="To"
            value={subscription}
            onPick={setSubscription}
            options={[
              ['', 'all that want it'],
              ...(subscriptions.value ?? []).map(
                (one) => [one.id, `${target(one.url, location.origin)} (${one.identity})`] as const,
              ),
            ]}
          />
        </div>
        <FaultField value={fault} onInput={setFault} problem={problem} />
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <div class="form-acts">
          <button type="submit" class="primary" disabled={busy}>
            Send {chosen.event}
          </button>
        </div>
      </form>
      {fired && <Fired fired={fired} />}
      <h3 class="label">The same from a terminal</h3>
      <CopyBox text={triggerCommand(trigger)} what="the command" />
      <CopyBox text={curl} what="the curl command" />
      <h3 class="label">Example</h3>
      <Body text={JSON.stringify(chosen.example)} />
    </div>
  )
}

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

function Fired({ fired: { counts, deliveries = [] } }: { fired: Triggered }) {
  // The rows are read for their news: what was answered shows up here by itself.
  version.value
  const first = deliveries.slice(0, 5).map((row) => {
    const known = rows.get(row.id)
    return known?.kind === 'delivery' ? known.data : row
  })
  return (
    <section class="related" aria-live="polite">
      <h3>
        Sent {many(counts.events, 'event', 'events')}, {many(counts.deliveries, 'delivery', 'deliveries')}
      </h3>
      {counts.deliveries === 0 && (
        <p class="quiet">No enabled subscription wanted it. Subscribe to it, or name a subscription above.</p>
      )}
      {first.map((one) => (
        <ThingLink
          key={one.id}
          id={one.id}
          kind="delivery"
          name={one.event}
          about={`→ ${target(one.url, location.origin)}`}
          at={one.created_at}
          sign={deliverySign(one)}
        />
      ))}
      {counts.deliveries > first.length && (
        <p class="quiet">and {counts.deliveries - first.length} more in the stream</p>
      )}
    </section>
  )
}
