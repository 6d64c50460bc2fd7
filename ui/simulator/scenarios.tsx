import { useEffect, useRef } from 'preact/hooks'
import type { Scenario } from '../../server/wire.ts'
import { inOneLine } from '../kit/control-marks.ts'
import { many } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { listShare } from '../kit/preferences.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { Split } from '../kit/split.tsx'
import { asLink } from '../place/as-link.ts'
import { Back } from '../place/back.tsx'
import { place } from '../place/navigation.ts'
import { Search } from '../place/search.tsx'
import { NoneFound } from './none-found.tsx'
import { OpenRun } from './run.tsx'
import { runSign } from './run-signs.ts'
import { RunningNow } from './runs-now.tsx'
import { ScenarioDetail } from './scenario.tsx'
import { findScenarios, groupScenarios } from './scenario-list.ts'
import { chosenScenario, foundScenarios, isRun } from './scenario-selection.ts'
import { readScenarios, runs, scenarios, scenariosProblem } from './simulator.ts'

/** The scenarios to run, what runs now, and the chosen one of either. */
export function Scenarios() {
  const { open, q } = place.value
  useEffect(() => {
    // Files of one's own are edited elsewhere meanwhile.
    const read = () => void readScenarios()
    read()
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [])
  return (
    <Split
      share={listShare}
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
    <>
      <Back />
      <div class="empty">
        <p class="quiet">{emptyWords(open)}</p>
      </div>
    </>
  )
}

function sizeWords(all: number | undefined, found: number | null): string {
  if (all === undefined) return 'reading'
  return found === null ? many(all, 'scenario') : `${found} of ${many(all, 'scenario')}`
}

function emptyWords(open: string | null): string {
  if (scenarios.value === null) return 'Reading the scenarios.'
  return open === null ? 'Choose a scenario to run it.' : `There is no scenario named ${inOneLine(open)}.`
}

function Groups() {
  const { q } = place.value
  const problem = scenariosProblem.value
  if (scenarios.value === null)
    return problem ? (
      <div class="empty">
        <ProblemBox problem={problem} />
        <button type="button" onClick={() => void readScenarios()}>
          Read again
        </button>
      </div>
    ) : (
      <div class="empty" aria-busy="true" />
    )
  const groups = groupScenarios(findScenarios(scenarios.value, q))
  if (groups.length === 0) return <NoneFound what="scenario" />
  return (
    <div class="cards">
      {groups.map((group) => (
        <section key={group.source} aria-labelledby={`scenarios-${group.source}`}>
          <div class="cards-head">
            <h3 id={`scenarios-${group.source}`} class="label">
              {group.title} <span class="cards-count">{group.scenarios.length}</span>
            </h3>
          </div>
          <ul>
            {group.scenarios.map((one) => (
              <ScenarioCard
                key={one.name}
                scenario={one}
                isChosen={one.name === chosenScenario.value?.name}
              />
            ))}
          </ul>
        </section>
      ))}
      {!scenarios.value.some(({ source }) => source === 'user') && q === '' && (
        <p class="cards-foot quiet">
          Write your own: name a folder for them in the config, as <code>"scenarios": "scenarios"</code>, and
          put a copy of any of these into it. It is read again whenever a file changes.
        </p>
      )}
    </div>
  )
}

function ScenarioCard({ scenario, isChosen }: { scenario: Scenario; isChosen: boolean }) {
  const card = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { name, title, description, problems } = scenario
  const last = runs.value?.find((run) => run.scenario === name)
  return (
    <li>
      <button
        ref={card}
        type="button"
        class={isChosen ? 'card scenario active' : 'card scenario'}
        data-id={name}
        aria-current={isChosen ? 'true' : undefined}
        title={name}
        {...asLink({ open: name })}
      >
        <span class="card-title">{title || name}</span>
        {problems.length > 0 ? (
          <Mark sign={{ tone: 'bad', text: many(problems.length, 'problem') }} />
        ) : (
          last && <Mark sign={runSign(last)} />
        )}
        <span class="card-about">{description || scenario.file}</span>
      </button>
    </li>
  )
}
