/** The detail of a run. */

import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Run } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { Fact } from '../kit/fact.tsx'
import { Mark } from '../kit/mark.tsx'
import { dateTime } from '../kit/time.ts'
import type { Problem } from '../live/api.ts'
import { NotRead } from '../live/not-read.tsx'
import { getRun } from '../live/routes/running.ts'
import { openAtReset, touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { Back } from '../place/back.tsx'
import { go, placeOf, sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { RunActs } from './run-acts.tsx'
import { variableText } from './run-form.tsx'
import { runSign, speedWords } from './run-signs.ts'
import { RunSteps } from './run-steps.tsx'
import { reachWords } from './scenario-list.ts'
import { begunHere, runs } from './simulator.ts'

/** The run in the address, from the live list or loaded if older. */
export function OpenRun({ id }: { id: string }) {
  const known = runs.value?.find((run) => run.id === id)
  const { value, problem } = useLoaded(id, touched.value, () => getRun(id))
  const run = known ?? value?.run
  const wasSeen = useRef(false)
  if (run) wasSeen.current = true
  return (
    <>
      <Back />
      {run ? (
        <RunDetail run={run} />
      ) : problem ? (
        <NoRun id={id} problem={problem} wasSeen={wasSeen.current} />
      ) : (
        <div class="empty" aria-busy="true" />
      )}
    </>
  )
}

/** Shown for a run that cannot be loaded. */
function NoRun({ id, problem, wasSeen }: { id: string; problem: Problem; wasSeen: boolean }) {
  if (problem.code !== 'run_unknown') return <NotRead problem={problem} />
  return (
    <div class="empty">
      {wasSeen || openAtReset.value === id ? (
        <p>The run was deleted: the sandbox was reset.</p>
      ) : (
        <p>
          No run <code>{id}</code>: a reset deleted it, or it belongs to another sandbox.
        </p>
      )}
      <button type="button" onClick={() => go(sectionOf('scenarios'))}>
        Show scenarios
      </button>
    </div>
  )
}

function RunDetail({ run }: { run: Run }) {
  const { id, title, scenario, detail, started_at, finished_at } = run
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that started the run is gone, and its focus too.
  useLayoutEffect(() => {
    if (begunHere.peek() === id && document.activeElement === document.body) heading.current?.focus()
  }, [id])
  return (
    <article class="thing">
      <header class="thing-head">
        <h2 ref={heading} tabIndex={-1}>
          {title || scenario} <span class="quiet">{id}</span>
        </h2>
        <p class="thing-state" role="status">
          <Mark sign={runSign(run)} />
          {reachWords(run)}
          {finished_at !== null &&
            ` · ${duration(Date.parse(finished_at) - Date.parse(started_at))} of sandbox time`}
        </p>
        {detail !== null && <p class={run.state === 'failed' ? 'bad' : 'quiet'}>{detail}</p>}
        <RunActs run={run} />
      </header>
      <div class="tab-panel">
        <RunSteps run={run} />
        <Facts run={run} />
      </div>
    </article>
  )
}

function Facts({ run }: { run: Run }) {
  const { id, endpoint, subscription_id, identity } = run
  const facts = [
    ['Started', dateTime(run.started_at)],
    ['Seed', run.seed],
    ['Speed of waits', speedWords(run.speed)],
    [
      'Delivered to',
      endpoint === null ? (
        <PlaceLink to={{ ...placeOf('subscriptions'), open: subscription_id }}>
          <code>{subscription_id}</code>
        </PlaceLink>
      ) : (
        <PlaceLink to={{ ...placeOf('endpoints'), open: endpoint }}>
          <code>/in/{endpoint}</code>
        </PlaceLink>
      ),
    ],
    ...(identity === id ? [] : [['Identity', <code key={identity}>{identity}</code>]]),
    ...Object.entries(run.set).map(([name, value]) => [name, <code key={name}>{variableText(value)}</code>]),
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <Fact key={`${name}`} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}
