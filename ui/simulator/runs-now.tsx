/** The link to the current run, or a list of current runs. */

import { useEffect, useRef } from 'preact/hooks'
import type { Run } from '../../server/wire.ts'
import { Mark } from '../kit/mark.tsx'
import { go, place } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { runSign } from './run-signs.ts'
import { progressOf } from './scenario-list.ts'
import { running, runningCount } from './simulator.ts'

const wordsOf = (run: Run) => {
  const { ended, all } = progressOf(run)
  return `${run.title || run.scenario}, ${ended} of ${all}`
}

/** Its place is fixed, so that nothing moves when runs start and end. */
export function RunningNow() {
  const [newest] = running.value
  if (newest === undefined) return null
  if (running.value.length > 1) return <RunningList />
  return (
    <button type="button" class="running one-line" onClick={() => go({ open: newest.id })}>
      <Mark sign={{ ...runSign(newest), text: wordsOf(newest) }} />
    </button>
  )
}

function RunningList() {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (box.current) box.current.open = false
  }
  const { open } = place.value
  useEffect(close, [open])
  return (
    <details
      ref={box}
      class="running-list"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !box.current?.open) return
        event.stopPropagation()
        close()
        box.current.querySelector('summary')?.focus()
      }}
    >
      <summary>
        <Mark sign={{ tone: 'wait', text: `${runningCount.value} runs` }} />
      </summary>
      <ul class="running-runs" aria-label="Current runs">
        {running.value.map((run) => (
          <li key={run.id}>
            <PlaceLink to={{ ...place.value, open: run.id }} isHere={open === run.id}>
              <Mark sign={{ ...runSign(run), text: wordsOf(run) }} />{' '}
              <span class="quiet">
                {run.paused && 'paused · '}
                {run.id}
              </span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
