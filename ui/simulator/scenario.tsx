/** The detail of a scenario. */

import { useState } from 'preact/hooks'
import type { Run, Scenario } from '../../server/wire.ts'
import { Copy } from '../kit/copy.tsx'
import { count } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { dateTime } from '../kit/time.ts'
import { Back } from '../place/back.tsx'
import { go, place } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { RunForm } from './run-form.tsx'
import { runSign, speedWords, stepDepth } from './run-signs.ts'
import { olderRuns, runs } from './simulator.ts'

const tabs = ['run', 'steps', 'file'] as const

export function ScenarioDetail({ scenario }: { scenario: Scenario }) {
  const { name, title, description, file, source, problems, steps, text } = scenario
  const wanted = tabs.find((tab) => tab === place.value.tab) ?? 'run'
  const own = (runs.value ?? []).filter((run) => run.scenario === name)
  return (
    <>
      <Back />
      <article class="thing">
        <header class="thing-head">
          <h2>{title || name}</h2>
          <p class="thing-state">{description}</p>
          <p class="quiet">
            <code>{file}</code> · {source === 'user' ? 'your scenario' : 'included'}
          </p>
          {problems.length > 0 && (
            <div class="problem" role="alert">
              <div>
                <p>
                  <span aria-hidden="true">✕ </span>The scenario cannot run. Fix these problems in its file:
                </p>
                <ul class="plain">
                  {problems.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </div>
            </div>
          )}
        </header>
        <Tabs
          label="Scenario sections"
          tabs={[
            { name: 'run', title: 'Run' },
            { name: 'steps', title: 'Steps', count: steps.length },
            { name: 'file', title: 'File' },
          ]}
          current={wanted}
          onPick={(tab) => go({ tab }, 'replace')}
        >
          {wanted === 'run' && (
            <>
              <RunForm scenario={scenario} />
              <LastRuns runs={own} />
            </>
          )}
          {wanted === 'steps' && <Steps steps={steps} />}
          {wanted === 'file' && (
            <>
              <div class="body-bar">
                <h3>{file}</h3>
                <span class="spring" />
                <Copy text={text} what="the file" />
              </div>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keys */}
              <pre class="bytes file" tabIndex={0}>
                {text}
              </pre>
            </>
          )}
        </Tabs>
      </article>
    </>
  )
}

function Steps({ steps }: { steps: Scenario['steps'] }) {
  if (steps.length === 0) return <p class="quiet">The file has no readable steps.</p>
  return (
    <ol class="steps">
      {steps.map(({ index, name, kind, summary }) => (
        <li key={index} style={{ '--depth': stepDepth(index) }}>
          <div class="step-line still">
            <span class="step-index">{index}</span>
            <span class="step-kind">{kind}</span>
            <span class="step-name one-line">{name}</span>
            <span class="step-text one-line quiet" title={summary}>
              {summary}
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}

const shownAtFirst = 10

function LastRuns({ runs: own }: { runs: readonly Run[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? own : own.slice(0, shownAtFirst)
  return (
    <section class="related">
      <h3>Latest runs</h3>
      {own.length === 0 && !olderRuns.value && <p class="quiet">No runs yet.</p>}
      {shown.map((run) => (
        <LastRun key={run.id} run={run} />
      ))}
      {own.length > shown.length && (
        <p>
          <button type="button" class="small" onClick={() => setAll(true)}>
            {`Show ${count(own.length - shown.length)} more`}
          </button>
        </p>
      )}
      {olderRuns.value && own.length <= shown.length && (
        <p class="quiet">Older runs may exist. This page has loaded only the newest runs.</p>
      )}
    </section>
  )
}

function LastRun({ run }: { run: Run }) {
  return (
    <PlaceLink class="thing-link last-run" to={{ ...place.value, open: run.id }}>
      <span class="last-run-head">
        <time class="number">{dateTime(run.started_at, false)}</time>
        <span class="last-run-id one-line quiet">{run.id}</span>
        <Mark sign={runSign(run)} />
      </span>
      <span class="last-run-about one-line quiet" title={run.detail ?? undefined}>
        seed {run.seed} · {speedWords(run.speed)}
        {run.detail !== null && ` · ${run.detail}`}
      </span>
    </PlaceLink>
  )
}
