/** The top bar: palette, clock and connection. */

import { useEffect, useState } from 'preact/hooks'
import { toggleOverlay } from '../kit/overlay.ts'
import { timesInUtc } from '../kit/preferences.ts'
import { clockTime, dateTime, dayOf, zoneAt } from '../kit/time.ts'
import { clock, nowSecond } from '../live/clock.ts'
import { lazily } from '../live/lazily.tsx'
import { type Link, link } from '../live/live.ts'
import { sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { mover } from '../simulator/simulator.ts'
import { isAnythingSet } from './set-for-all.ts'

const Standing = lazily(async () => (await import('./standing.tsx')).Standing)

export function TopBar() {
  return (
    <header class="top-bar">
      <h1>Webhook Sandbox</h1>
      <PaletteField />
      <span class="spring" />
      {isAnythingSet.value && <Standing />}
      <ClockFace />
      <Connection />
    </header>
  )
}

/** Opens the palette, which also takes the typed text. */
const PaletteField = () => (
  <button
    type="button"
    class="palette-field"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => toggleOverlay('palette')}
  >
    <span class="one-line">
      Search<span class="palette-long"> or do anything</span>
    </span>
    <span class="key">{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</span>
  </button>
)

function ClockFace() {
  const told = clock.value
  if (told === null) return null
  const now = nowSecond.value * 1000
  // Compares with the reader's real date, because readers assume today.
  const isToday = dayOf(now) === dayOf(Date.now())
  const own = told.mode === 'manual' ? 'manual' : `×${told.speed}`
  const run = mover.value
  const pace = run === null ? own : `×${run.speed}`
  const going = run === null ? own : `${own}; run ${run.scenario} advances it, ×${run.speed}`
  return (
    <span class="clock">
      <button
        type="button"
        title={`${dateTime(now, false)}. Show times in ${timesInUtc.value ? 'local time' : 'UTC'}.`}
        onClick={() => {
          timesInUtc.value = !timesInUtc.value
        }}
      >
        <span class="quiet">clock</span>{' '}
        <time>
          {!isToday && <span class="clock-day">{dayOf(now)} </span>}
          {clockTime(now, false)} <span class="quiet">{zoneAt(now)}</span>
        </time>
      </button>
      <PlaceLink class="quiet" to={sectionOf('clock')} title={`Clock: ${going}`}>
        {pace}
      </PlaceLink>
    </span>
  )
}

function Connection() {
  const now = link.value
  return (
    <div class={`connection ${now.state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {now.state === 'live' && 'live'}
      {now.state === 'connecting' && <span class="unseen">Connecting</span>}
      {now.state === 'lost' && <Lost lost={now} />}
    </div>
  )
}

function Lost({ lost }: { lost: Extract<Link, { state: 'lost' }> }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((lost.retryAt - now) / 1000))
  return (
    <>
      <span>Disconnected</span>
      <span class="quiet" aria-hidden="true">
        {seconds > 0 ? `next try in ${seconds} s` : 'trying'}
      </span>
      <button type="button" class="small" onClick={lost.retry}>
        Try now
      </button>
    </>
  )
}
