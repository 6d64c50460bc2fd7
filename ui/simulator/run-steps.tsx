/** The steps of a run. */

import { useState } from 'preact/hooks'
import type { Run, RunStep } from '../../server/wire.ts'
import { duration, remaining } from '../../server/words/duration.ts'
import { withoutSecrets } from '../kit/format.ts'
import { Icon } from '../kit/icon.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { nowSecond, sandboxNow } from '../live/clock.ts'
import type { Entry } from '../live/entries.ts'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { rows, version } from '../stream/stream.ts'
import { shortResult, stepDepth, stepSign, waitsUntil } from './run-signs.ts'

/** Each step has one line, which unfolds. */
export function RunSteps({ run }: { run: Run }) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const turn = (index: string) => {
    const next = new Set(turned)
    if (!next.delete(index)) next.add(index)
    setTurned(next)
  }
  return (
    <ol class="steps" aria-label="Steps">
      {run.steps.map((step) => {
        // A failed step is unfolded to show why.
        const isOpen = turned.has(step.index) !== (step.state === 'failed')
        return <Step key={step.index} run={run} step={step} isOpen={isOpen} onTurn={() => turn(step.index)} />
      })}
    </ol>
  )
}

interface StepProps {
  run: Run
  step: RunStep
  isOpen: boolean
  onTurn: () => void
}

function Step({ run, step, isOpen, onTurn }: StepProps) {
  const { index, name, kind, summary, detail, round, started_at, finished_at } = step
  const { tone, text, shape } = stepSign(step)
  const took = started_at && finished_at ? duration(Date.parse(finished_at) - Date.parse(started_at)) : null
  const until = waitsUntil(step)
  return (
    <li class={step.state} style={{ '--depth': stepDepth(index) }}>
      <button type="button" class="step-line" aria-expanded={isOpen} title={wholeOf(step)} onClick={onTurn}>
        <span class={`step-mark ${tone}`} role="img" aria-label={text}>
          {shape}
        </span>
        <span class="step-index">{index}</span>
        <span class="step-kind">{kind}</span>
        <span class="step-name one-line">{name}</span>
        <StepText run={run} step={step} isOpen={isOpen} />
        {round !== null && <span class="step-round">round {round}</span>}
        <span class="step-took number">{took}</span>
      </button>
      {isOpen && (
        <div class="step-more">
          <p>
            <code>{summary}</code>
          </p>
          {until !== null ? (
            <p>
              <Left run={run} until={until} />
            </p>
          ) : (
            detail !== null && <p class={step.state === 'failed' ? 'bad' : ''}>{detail}</p>
          )}
          {started_at !== null && (
            <p class="quiet">
              Started {dateTime(started_at)}
              {finished_at !== null && `, ended ${dateTime(finished_at)}`}
            </p>
          )}
          <Refs refs={step.refs} />
        </div>
      )}
    </li>
  )
}

const wholeOf = ({ name, summary, detail }: RunStep) =>
  `${name}: ${summary}${detail === null ? '' : `\n${detail}`}`

/** The result of a step, or its task before it has one. An unfolded step shows both below. */
function StepText({ run, step, isOpen }: Pick<StepProps, 'run' | 'step' | 'isOpen'>) {
  const until = waitsUntil(step)
  if (until !== null && !isOpen)
    return (
      <span class="step-text one-line step-wait">
        <Left run={run} until={until} />
      </span>
    )
  const isTold = step.detail !== null && step.state !== 'stopped'
  if (isOpen || !isTold) return <span class="step-text one-line quiet">{step.summary}</span>
  return (
    <span class={step.state === 'failed' ? 'step-text one-line bad' : 'step-text one-line'}>
      {step.kind === 'call' ? <CallResult step={step} /> : shortResult(step)}
    </span>
  )
}

/** The status of a call, and the events and records that it caused. */
function CallResult({ step }: { step: RunStep }) {
  version.value
  const events = step.refs.flatMap(({ kind, id }) => (kind === 'event' ? (nameOf(rows.get(id)) ?? []) : []))
  return <>{[shortResult(step), ...new Set(events)].join(' · ')}</>
}

/** The remaining time of a wait: sandbox time, and about how long in real time. */
function Left({ run: { speed, paused }, until }: { run: Run; until: string }) {
  // Redraws with the sandbox's clock.
  nowSecond.value
  const ms = Date.parse(until) - sandboxNow()
  const real = speed === null || paused || ms <= 0 ? null : duration(Math.ceil(ms / speed / 1000) * 1000)
  return (
    <>
      {remaining(ms)}
      {real !== null && `, about ${real} real time`}
      {paused && ', paused'} · until <Measured text={dateTime(until, false)} />
    </>
  )
}

function Refs({ refs }: Pick<RunStep, 'refs'>) {
  // Redraws when records arrive that name the links.
  version.value
  if (refs.length === 0) return null
  return (
    <ul class="refs wrapping" aria-label="Records of the step">
      {refs.map(({ kind, id }) => (
        <li key={id}>
          <PlaceLink to={{ ...placeOf('stream'), open: id }}>
            <Icon name={kind} /> {nameOf(rows.get(id)) ?? kind} <span class="quiet">{id}</span>
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
}

function nameOf(entry: Entry | undefined): string | undefined {
  switch (entry?.kind) {
    case 'event':
    case 'delivery':
      return entry.data.event
    case 'capture':
    case 'call':
      return `${entry.data.method} ${withoutSecrets(entry.data.path)}`
  }
  return undefined
}
