/** Signs in the top bar for what is set for everybody, each with its off switch. */

import '../styles/standing.css'
import { disarm } from '../errors/arming.ts'
import { standingFaults } from '../faults/faults.ts'
import { removeRule } from '../faults/rule-order.ts'
import { many } from '../kit/format.ts'
import { attemptTo } from '../live/refusal.ts'
import { placeOf, sectionOf } from '../place/navigation.ts'
import type { Place } from '../place/place.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { orderClock } from '../simulator/clock-moves.ts'
import { orderTraffic } from '../simulator/orders.ts'
import { setPaused } from '../stream/stream.ts'
import { switchSubscriptions } from '../subscription/subscribing.ts'
import { setForAll } from './set-for-all.ts'

interface Sign {
  text: string
  to: Place
  /** What the off switch does. */
  off: string
  act(): unknown
}

type Set = (typeof setForAll)['value']

/** What changes responses comes first. */
export function signsOf({ armed, rules, clock, traffic, disabled, isPaused }: Set): Sign[] {
  const signs: (Sign | false)[] = [
    armed.length > 0 && {
      text: `${armed.length} armed`,
      to: placeOf('errors'),
      off: `Disarm ${many(armed.length, 'error')}`,
      act: () => Promise.all(armed.map(disarm)),
    },
    rules.length > 0 && {
      text: many(rules.length, 'fault rule'),
      to: sectionOf('events', standingFaults),
      off: `Remove ${many(rules.length, 'fault rule')}`,
      act: () => Promise.all(rules.map(removeRule)),
    },
    clock !== null && {
      text: clock,
      to: sectionOf('clock'),
      off: 'Return to real time',
      act: () => orderClock({ words: 'Real time', order: { mode: 'real' } }),
    },
    traffic !== null && {
      text: `traffic ${traffic.rate}/s`,
      to: sectionOf('traffic'),
      off: 'Stop the traffic',
      act: () => attemptTo(orderTraffic({ rate: 0 })),
    },
    disabled.length > 0 && {
      text: `${disabled.length} disabled`,
      to: placeOf('subscriptions'),
      off: `Enable ${many(disabled.length, 'subscription')}`,
      act: () => switchSubscriptions(disabled, true),
    },
    isPaused && {
      text: 'stream paused',
      to: placeOf('stream'),
      off: 'Resume',
      act: () => setPaused(false),
    },
  ]
  return signs.filter((sign) => sign !== false)
}

export const Standing = () => (
  <ul class="standing-signs" aria-label="Active settings">
    {signsOf(setForAll.value).map(({ text, to, off, act }) => (
      <li key={off}>
        <PlaceLink to={to}>{text}</PlaceLink>
        <button type="button" title={off} aria-label={off} onClick={() => void act()}>
          ×
        </button>
      </li>
    ))}
  </ul>
)
