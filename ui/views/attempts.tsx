import type { Attempt, Delivery } from '../../server/wire.ts'
import { dateTime, duration, outcomeSign, outcomeWords, remaining } from '../parts/format.ts'
import { Bar, Mark } from '../parts/mark.tsx'
import { actOnDelivery } from '../state/acts.ts'
import { nowSecond } from '../state/clock.ts'
import { successes } from '../state/session.ts'

/** Every attempt in order, and when the next is due. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  const { attempts, next_attempt_at, state } = delivery
  const waits = next_attempt_at !== null && (state === 'pending' || state === 'retrying')
  return (
    <ol class="timeline">
      {attempts.map((attempt) => (
        <One key={attempt.id} attempt={attempt} />
      ))}
      {waits && <Next number={attempts.length + 1} at={next_attempt_at} id={delivery.id} />}
      {attempts.length === 0 && !waits && <li class="quiet">No attempt was made.</li>}
    </ol>
  )
}

function One({ attempt }: { attempt: Attempt }) {
  const { number, started_at, duration_ms, outcome, response, fault } = attempt
  const sign =
    outcome === null ? { tone: 'wait' as const, text: 'under way' } : outcomeSign(outcome, successes.value)
  return (
    <li class={sign.tone}>
      <div class="timeline-head">
        <b>Attempt {number}</b>
        <Mark sign={sign} />
        {fault && <span class="fault">{fault}</span>}
        <span class="spring" />
        <span class="number">{duration_ms === null ? '' : duration(duration_ms)}</span>
        <Bar ms={duration_ms} />
      </div>
      <p class="quiet">
        {dateTime(started_at)}
        {outcome && ` · ${outcomeWords(outcome)}`}
      </p>
      {response && response.body !== '' && <pre class="excerpt">{response.body.slice(0, 300)}</pre>}
    </li>
  )
}

function Next({ number, at, id }: { number: number; at: string; id: string }) {
  return (
    <li class="wait next">
      <div class="timeline-head">
        <b>Attempt {number}</b>
        <span class="mark wait">{remaining(Date.parse(at) - nowSecond.value * 1000)}</span>
        <span class="spring" />
        <button type="button" class="small" onClick={() => void actOnDelivery(id, 'attempt-now')}>
          Attempt now
        </button>
      </div>
      <p class="quiet">{dateTime(at)}</p>
    </li>
  )
}
