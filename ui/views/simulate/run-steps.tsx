import { useState } from 'preact/hooks'
import type { RunStep } from '../../../server/wire.ts'
import { clockTime, duration } from '../../parts/format.ts'
import { Icon } from '../../parts/icon.tsx'
import { stepDepth, stepSign } from '../../parts/run-signs.ts'
import { placeOf } from '../../state/navigation.ts'
import type { Entry } from '../../state/rows.ts'
import { rows, version } from '../../state/stream.ts'
import { PlaceLink } from '../place-link.tsx'

/** The steps of a run, one line each, in the state they are in; a line opens to tell the whole. */
export function RunSteps({ steps }: { steps: readonly RunStep[] }) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const turn = (index: string) => {
    const next = new Set(turned)
    if (!next.delete(index)) next.add(index)
    setTurned(next)
  }
  return (
    <ol class="steps" aria-label="Steps">
      {steps.map((step) => {
        // What failed tells of itself why.
        const isOpen = turned.has(step.index) !== (step.state === 'failed')
        return <Step key={step.index} step={step} isOpen={isOpen} onTurn={() => turn(step.index)} />
      })}
    </ol>
  )
}

function Step({ step, isOpen, onTurn }: { step: RunStep; isOpen: boolean; onTurn: () => void }) {
  const { index, name, kind, summary, detail, round, started_at, finished_at } = step
  const { tone, text, shape } = stepSign(step)
  const took = started_at && finished_at ? duration(Date.parse(finished_at) - Date.parse(started_at)) : null
  return (
    <li class={step.state} style={{ '--depth': stepDepth(index) }}>
      <button type="button" class="step-line" aria-expanded={isOpen} onClick={onTurn}>
        <span class={`step-mark ${tone}`} role="img" aria-label={text}>
          {shape}
        </span>
        <span class="step-index">{index}</span>
        <span class="step-kind">{kind}</span>
        <span class="step-name">{name}</span>
        <span class="step-text quiet">{summary}</span>
        {detail !== null && !isOpen && (
          <span class={`step-detail ${tone === 'bad' ? 'bad' : ''}`}>{detail}</span>
        )}
        {round !== null && <span class="step-round">round {round}</span>}
        <span class="step-took number">{took}</span>
      </button>
      {isOpen && (
        <div class="step-more">
          <p>
            <code>{summary}</code>
          </p>
          {detail !== null && <p class={step.state === 'failed' ? 'bad' : ''}>{detail}</p>}
          {started_at !== null && (
            <p class="quiet">
              Began {clockTime(started_at)}
              {finished_at !== null && `, ended ${clockTime(finished_at)}`}
            </p>
          )}
          <Refs refs={step.refs} />
        </div>
      )}
    </li>
  )
}

function Refs({ refs }: Pick<RunStep, 'refs'>) {
  // Rows that come in meanwhile give the links their names.
  version.value
  if (refs.length === 0) return null
  return (
    <ul class="refs" aria-label="What it made or met">
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
      return `${entry.data.method} ${entry.data.path}`
  }
  return undefined
}
