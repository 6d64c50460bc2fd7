/** The simulator view and its sections: events, scenarios, traffic and clock. */

import '../styles/things.css'
import type { ComponentChild } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { duration } from '../../server/words/duration.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { clock } from '../live/clock.ts'
import { ProblemBox } from '../live/problem.tsx'
import { catalogue } from '../live/settings.ts'
import { title } from '../notify/unread.ts'
import { place, sectionOf } from '../place/navigation.ts'
import { type SectionName, sections } from '../place/place.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { ordered } from './clock-asking.ts'
import { elsewhere, moves } from './clock-moves.ts'
import { ClockPace, ClockSteps } from './clock-pace.tsx'
import { settledWords, underWayWords } from './clock-words.ts'
import { Events } from './events.tsx'
import { Scenarios } from './scenarios.tsx'
import { mover, running, runningCount, scenarios, traffic } from './simulator.ts'
import { TrafficForm } from './traffic-form.tsx'
import { TrafficNow } from './traffic-now.tsx'

const sectionTitles = {
  events: 'Events',
  scenarios: 'Scenarios',
  traffic: 'Traffic',
  clock: 'Clock',
} as const satisfies Record<SectionName, string>

const sectionViews = {
  events: Events,
  scenarios: Scenarios,
  traffic: TrafficSection,
  clock: SandboxClock,
} as const satisfies Record<SectionName, () => unknown>

export function Simulate() {
  const { section } = place.value
  const Section = sectionViews[section]
  useEffect(() => {
    title.value = `${sectionTitles[section]} · Simulate · Webhook Sandbox`
  }, [section])
  return (
    <div class="simulate">
      <h2 class="unseen">Simulate</h2>
      <nav class="sections" aria-label="Simulator sections">
        {sections.map((name, index) => (
          <PlaceLink key={name} to={sectionOf(name)} title={`${index + 1}`} isHere={name === section}>
            <span>{sectionTitles[name]}</span> <span class="section-note">{noteOf(name)}</span>
          </PlaceLink>
        ))}
      </nav>
      <UnknownPart />
      <Section />
    </div>
  )
}

/** Reports an unknown section in the address, until the reader goes elsewhere. */
function UnknownPart() {
  const [part, setPart] = useState(() => unknownPart(location.pathname))
  const [first] = useState(place.value)
  if (part === null || place.value !== first) return null
  return (
    <ProblemBox
      problem={{ message: `The simulator has no section named ${part}.`, fix: 'Choose a section above.' }}
      onClose={() => setPart(null)}
    />
  )
}

function unknownPart(path: string): string | null {
  const part = path.split('/')[2] ?? ''
  return part === '' || sections.some((known) => known === part) ? null : part
}

/** The activity of a section, in a word. */
function noteOf(section: SectionName): ComponentChild {
  switch (section) {
    case 'events':
      return catalogue.value && `${catalogue.value.length}`
    case 'scenarios':
      if (running.value.length > 0) return <Running count={runningCount.value} />
      return scenarios.value && `${scenarios.value.length}`
    case 'traffic':
      return traffic.value?.running ? `${traffic.value.rate}/s` : null
    case 'clock':
      if (clock.value === null) return null
      if (mover.value !== null) return `×${mover.value.speed}`
      return clock.value.mode === 'manual' ? 'manual' : `×${clock.value.speed}`
  }
}

/** As short as the number it replaces, so that nothing moves. */
const Running = ({ count }: { count: string }) => (
  <span class="wait" title={`${count} running`}>
    <span aria-hidden="true">◷ </span>
    {count}
    <span class="unseen"> running</span>
  </span>
)

function SandboxClock() {
  return (
    <div class="panes">
      <section class="pane" aria-labelledby="clock-now">
        <ClockPace />
      </section>
      <section class="pane" aria-labelledby="clock-move">
        <ClockSteps />
        <ClockMoves />
      </section>
    </div>
  )
}

/** The clock requests of this page, newest first. */
function ClockMoves() {
  const isMoving = ordered.value.length > 0 || elsewhere.value !== null
  return (
    <section class="clock-moves" aria-label="Clock changes">
      <h4 class="label">Clock changes on this page</h4>
      <p role="status" class={isMoving ? 'wait' : 'quiet'}>
        {isMoving ? underWayWords(ordered.value, elsewhere.value) : soFarWords(moves.value.length)}
      </p>
      <ol>
        {moves.value.map(({ words, moved, tookMs }, index) => (
          <li key={moves.value.length - index}>
            <span class="move-words">{words}</span>
            <span class="quiet">
              → <Measured text={dateTime(moved.clock.now)} />
            </span>
            <Mark
              sign={
                moved.settled
                  ? { tone: 'good', text: `done in ${duration(tookMs)}` }
                  : { tone: 'wait', text: settledWords(moved) }
              }
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

const soFarWords = (made: number) => (made === 0 ? 'None yet.' : `${made} so far.`)

function TrafficSection() {
  return (
    <div class="panes">
      <TrafficNow />
      <TrafficForm />
    </div>
  )
}
