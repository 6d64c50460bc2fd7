/** The list of scenarios in the simulator. */

import { computed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Run, Scenario } from '../../server/wire.ts'
import { NotHere } from '../detail/not-here.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { many } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Split } from '../kit/split.tsx'
import { NotRead } from '../live/not-read.tsx'
import { Card, CardGroup } from '../place/card.tsx'
import { go, place } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { NoneFound, Search } from '../place/search.tsx'
import { OpenRun } from './run.tsx'
import { runSign } from './run-signs.ts'
import { ScenarioDetail } from './scenario.tsx'
import { findScenarios, groupScenarios, progressOf } from './scenario-list.ts'
import { readScenarios, running, runningCount, runs, scenarios, scenariosProblem } from './simulator.ts'

/** The found scenarios, in list order. */
const foundScenarios = computed(() =>
  groupScenarios(findScenarios(scenarios.value ?? [], place.value.q)).flatMap((group) => group.scenarios),
)

const isRun = (open: string | null): open is string => open?.startsWith('run_') ?? false

/** The scenario in the address, else the scenario of the run there, else the first. */
const chosenScenario = computed(() => {
  const { open } = place.value
  const name = isRun(open) ? runs.value?.find(({ id }) => id === open)?.scenario : open
  if (open === null) return foundScenarios.value[0]
  return scenarios.value?.find((one) => one.name === name)
})

export function Scenarios() {
  const { open, q } = place.value
  useEffect(() => {
    // The user may edit scenario files meanwhile.
    const read = () => void readScenarios()
    read()
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [])
  return (
    <Split
      open={open}
      detailLabel={isRun(open) ? 'Run' : 'Scenario'}
      list={
        <>
          <div class="list-head">
            <span class="quiet" role="status">
              {sizeWords(scenarios.value?.length, q === '' ? null : foundScenarios.value.length)}
            </span>
            <span class="spring" />
            <RunningNow />
          </div>
          <div class="tools">
            <Search over="scenarios" />
          </div>
          <Groups />
        </>
      }
      detail={<Chosen open={open} />}
    />
  )
}

function Chosen({ open }: { open: string | null }) {
  const chosen = chosenScenario.value
  if (isRun(open)) return <OpenRun key={open} id={open} />
  if (chosen) return <ScenarioDetail key={chosen.name} scenario={chosen} />
  return (
    <NotHere>
      <p class="quiet">{emptyWords(open)}</p>
    </NotHere>
  )
}

function sizeWords(all: number | undefined, found: number | null): string {
  if (all === undefined) return 'loading'
  return found === null ? many(all, 'scenario') : `${found} of ${many(all, 'scenario')}`
}

function emptyWords(open: string | null): string {
  if (scenarios.value === null) return 'Loading scenarios.'
  return open === null ? 'Select a scenario to run it.' : `No scenario is named ${inOneLine(open)}.`
}

function Groups() {
  const { q } = place.value
  const problem = scenariosProblem.value
  if (scenarios.value === null)
    return problem ? (
      <div class="empty">
        <NotRead problem={problem} again={readScenarios} />
      </div>
    ) : (
      <div class="empty" aria-busy="true" />
    )
  const groups = groupScenarios(findScenarios(scenarios.value, q))
  if (groups.length === 0) return <NoneFound what="scenario" />
  return (
    <div class="cards">
      {groups.map((group) => (
        <CardGroup
          key={group.source}
          name={`scenarios-${group.source}`}
          title={group.title}
          size={group.scenarios.length}
        >
          {group.scenarios.map((one) => (
            <ScenarioCard key={one.name} scenario={one} isChosen={one.name === chosenScenario.value?.name} />
          ))}
        </CardGroup>
      ))}
      {!scenarios.value.some(({ source }) => source === 'user') && q === '' && (
        <p class="cards-foot quiet">
          To write a scenario, set a folder in the configuration, such as{' '}
          <code>"scenarios": "scenarios"</code>, and copy one of these files there. The sandbox reloads the
          folder whenever a file changes.
        </p>
      )}
    </div>
  )
}

function ScenarioCard({ scenario, isChosen }: { scenario: Scenario; isChosen: boolean }) {
  const { name, title, description, problems } = scenario
  const last = runs.value?.find((run) => run.scenario === name)
  return (
    <Card id={name} class="card scenario" title={name} isChosen={isChosen}>
      <span class="card-title">{title || name}</span>
      {problems.length > 0 ? (
        <Mark sign={{ tone: 'bad', text: many(problems.length, 'problem') }} />
      ) : (
        last && <Mark sign={runSign(last)} />
      )}
      <span class="card-about">{description || scenario.file}</span>
    </Card>
  )
}

const wordsOf = (run: Run) => {
  const { ended, all } = progressOf(run)
  return `${run.title || run.scenario}, ${ended} of ${all}`
}

/** Its place is fixed, so that nothing moves when runs start and end. */
function RunningNow() {
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
