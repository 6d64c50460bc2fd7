import '../styles/things.css'
import type { ComponentChild } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ProblemBox } from '../kit/problem.tsx'
import { clock } from '../live/clock.ts'
import { catalogue } from '../live/settings.ts'
import { title } from '../notify/unread.ts'
import { place, sectionOf } from '../place/navigation.ts'
import { type SectionName, sections } from '../place/place.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Events } from './events.tsx'
import { mover } from './moved-by.ts'
import { SandboxClock } from './sandbox-clock.tsx'
import { Scenarios } from './scenarios.tsx'
import { running, runningCount, scenarios, traffic } from './simulator.ts'
import { TrafficSection } from './traffic.tsx'

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

/** All that makes things happen: single events, scenarios, traffic and the clock they lie on. */
export function Simulate() {
  const { section } = place.value
  const Section = sectionViews[section]
  useEffect(() => {
    title.value = `${sectionTitles[section]} · Simulate · Webhook Sandbox`
  }, [section])
  return (
    <div class="simulate">
      <h2 class="unseen">Simulate</h2>
      <nav class="sections" aria-label="Parts of the simulator">
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

/** Says that the address names a part that there is not, until one goes elsewhere. */
function UnknownPart() {
  const [part, setPart] = useState(() => unknownPart(location.pathname))
  const [first] = useState(place.value)
  if (part === null || place.value !== first) return null
  return (
    <ProblemBox
      problem={{ message: `The simulator has no part named ${part}.`, fix: 'Its parts stand above.' }}
      onClose={() => setPart(null)}
    />
  )
}

function unknownPart(path: string): string | null {
  const part = path.split('/')[2] ?? ''
  return part === '' || sections.some((known) => known === part) ? null : part
}

/** What goes on in a part, in a word. */
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

/** As short as the number it stands in place of, so that nothing moves when a run comes and goes. */
const Running = ({ count }: { count: string }) => (
  <span class="wait" title={`${count} running`}>
    <span aria-hidden="true">◷ </span>
    {count}
    <span class="unseen"> running</span>
  </span>
)
