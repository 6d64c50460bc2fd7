/** The status bar: connection, rate, seed, database and version. */

import '../styles/status-bar.css'
import { useEffect } from 'preact/hooks'
import { duration } from '../../server/words/duration.ts'
import { bytes } from '../../server/words/size.ts'
import { Copy } from '../kit/copy.tsx'
import { count, many } from '../kit/format.ts'
import { health, roundTrip } from '../live/health.ts'
import { caughtUp, link } from '../live/live.ts'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { letForgottenGo } from '../stream/forgotten.ts'
import { rate, rateWords, watchRate } from './rate.ts'

export function StatusBar() {
  useEffect(watchRate, [])
  useEffect(letForgottenGo, [])
  const known = health.value
  return (
    <section class="status-bar" aria-label="Status">
      <Socket />
      <Rate />
      <span class="spring" />
      {known && (
        <>
          <span class="status-seed">
            <span title="Ids, payloads and faults derive from this seed">seed {known.seed}</span>{' '}
            <Copy text={`--seed ${known.seed}`} what="the seed as a flag" />
          </span>
          <PlaceLink
            to={{ ...placeOf('settings'), tab: 'data' }}
            class="status-size"
            title={`Database, ${count(known.database_bytes)} bytes: ${known.database}`}
          >
            {known.database === ':memory:' ? 'in memory' : 'database'} {bytes(known.database_bytes)}
          </PlaceLink>
          <span class="status-version">version {known.version}</span>
        </>
      )}
    </section>
  )
}

function Socket() {
  const { state } = link.value
  const missed = caughtUp.value
  return (
    <span class={`connection ${state}`}>
      <span class="dot" aria-hidden="true" />
      <span
        title={
          roundTrip.value === null ? undefined : `Last response of the sandbox: ${duration(roundTrip.value)}`
        }
      >
        {words[state]}
      </span>
      {state === 'live' && missed !== null && (
        <span class="quiet" role="status">
          loaded {many(missed, 'missed update')}
        </span>
      )}
    </span>
  )
}

const words = {
  live: 'Connected',
  connecting: 'Connecting',
  lost: 'Disconnected',
} as const

function Rate() {
  const words = rateWords(rate.value)
  return (
    <span class={words === null ? 'status-rate idle' : 'status-rate'} title="Over the last five seconds">
      {words === null ? 'nothing in the last 5 s' : words.map((one) => <span key={one}>{one}</span>)}
    </span>
  )
}
