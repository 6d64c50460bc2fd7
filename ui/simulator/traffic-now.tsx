/** Shows the running or the last traffic. */

import type { Traffic } from '../../server/wire.ts'
import { duration, remaining } from '../../server/words/duration.ts'
import { Commands } from '../commands/commands.tsx'
import { buttonCommands } from '../commands/curl.ts'
import { trafficCommand } from '../commands/simulator-commands.ts'
import { Fact } from '../kit/fact.tsx'
import { count, many } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { clock, nowSecond, sandboxNow } from '../live/clock.ts'
import { ProblemBox } from '../live/problem.tsx'
import { useSending } from '../live/use-loaded.ts'
import { go, placeOf, sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { orderTraffic } from './orders.ts'
import { RateChart } from './rate-chart.tsx'
import { traffic } from './simulator.ts'

export function TrafficNow() {
  const now = traffic.value
  return (
    <section class="pane" aria-labelledby="traffic-now">
      <h3 id="traffic-now" class="pane-title">
        {now === null || now.id === null || now.running ? 'Current traffic' : 'Last traffic'}
      </h3>
      {now === null || now.id === null ? <None /> : <Figures now={now} id={now.id} />}
    </section>
  )
}

function None() {
  return (
    <>
      <RateChart seconds={[]} isGoingOn />
      <p class="quiet">No traffic yet. Start it with the form.</p>
    </>
  )
}

function Figures({ now, id }: { now: Traffic; id: string }) {
  const { problem, send } = useSending()
  const { running, rate, shape, sent, refused, deliveries, succeeded, failed, lag_ms } = now
  const waiting = Math.max(0, deliveries - succeeded - failed)
  return (
    <>
      <p class="traffic-state">
        <Mark
          sign={running ? { tone: 'wait', text: 'running' } : { tone: 'quiet', text: 'ended' }}
          plain={!running}
        />{' '}
        <span class="quiet">
          · {rate} per second, {shape} · {mixWords(now.events)} · seed {now.seed}
          {now.fault !== null && ` · ${now.fault}`}
        </span>
      </p>
      <p class="quiet">
        <Measured text={timeWords(now)} /> {many(sent, 'event')} sent
        {refused > 0 && `, ${count(refused)} refused`}.
      </p>
      {running && clock.value?.mode === 'manual' && (
        <p class="wait">
          The clock is stopped: events happen when you advance it.{' '}
          <PlaceLink to={sectionOf('clock')}>Advance the clock</PlaceLink>
        </p>
      )}
      {problem && <ProblemBox problem={problem} />}
      <div class="form-acts">
        <button
          type="button"
          // Not `disabled`, which would lose the focus.
          aria-disabled={!running}
          onClick={() => running && void send(() => orderTraffic({ rate: 0 }))}
        >
          Stop
        </button>
        <button type="button" onClick={() => go({ ...placeOf('stream'), run: id })}>
          Show in the stream
        </button>
      </div>
      <RateChart seconds={now.per_second} isGoingOn={running} />
      <dl class="tally">
        <Figure name="deliveries" value={deliveries} />
        <Figure name="succeeded" value={succeeded} tone="good" />
        <Figure name="failed" value={failed} tone="bad" />
        <Figure name="waiting" value={waiting} tone="wait" />
        <Fact name="lag">{duration(lag_ms.last)}</Fact>
        <Fact name="highest lag">{duration(lag_ms.max)}</Fact>
      </dl>
      <Commands
        commands={buttonCommands('Stop', trafficCommand({ rate: 0 }), {
          path: '/sandbox/traffic',
          body: { rate: 0 },
          what: 'the stop',
        })}
      />
    </>
  )
}

const Figure = ({ name, value, tone = '' }: { name: string; value: number; tone?: string }) => (
  <Fact name={name}>
    <span class={value > 0 ? tone : ''}>{count(value)}</span>
  </Fact>
)

/** Example: `card.* 3, transactions 1`. Equal weights are left out. */
function mixWords(events: Traffic['events']): string {
  const parts = Object.entries(events)
  const isEven = new Set(parts.map(([, weight]) => weight)).size === 1
  return parts.map(([event, weight]) => (isEven ? event : `${event} ${weight}`)).join(', ')
}

function timeWords({ started_at, ends_at, ended_at, running, count: most }: Traffic): string {
  const began = started_at === null ? '' : `Started ${dateTime(started_at)}`
  const limit = most === null ? '' : `, at most ${many(most, 'event')}`
  if (!running) return ended_at === null ? began : `${began}, ended ${dateTime(ended_at)}${limit}.`
  if (ends_at === null) return `${began}${limit}, until stopped.`
  // Redraws each second. The time itself is exact.
  nowSecond.value
  return `${began}${limit}, ends ${remaining(Date.parse(ends_at) - sandboxNow())}.`
}
