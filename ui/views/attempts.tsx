import type { Attempt, Delivery } from '../../server/wire.ts'
import { attemptSign, bytes, dateTime, duration, outcomeWords, remaining } from '../parts/format.ts'
import { bytesOf, sentBody } from '../parts/hex.ts'
import { Bar, Mark } from '../parts/mark.tsx'
import { PhaseBar } from '../parts/phase-bar.tsx'
import { waitingWords } from '../parts/waiting-words.ts'
import { actOnDelivery } from '../state/acts.ts'
import { nowSecond } from '../state/clock.ts'
import { successes } from '../state/session.ts'
import { waitedSeconds } from '../state/under-way.ts'
import { Changes } from './changes.tsx'
import { Answer, SentRequest } from './exchange.tsx'

/** Every attempt in order, and when the next is due. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  const { attempts, next_attempt_at, state } = delivery
  const waits = next_attempt_at !== null && (state === 'pending' || state === 'retrying')
  return (
    <ol class="timeline">
      {attempts.map((attempt) => (
        <One key={attempt.id} attempt={attempt} delivery={delivery} />
      ))}
      {waits && <Next number={attempts.length + 1} at={next_attempt_at} id={delivery.id} />}
      {attempts.length === 0 && !waits && <li class="quiet">No attempt was made.</li>}
    </ol>
  )
}

function One({ attempt, delivery }: { attempt: Attempt; delivery: Delivery }) {
  const { number, started_at, duration_ms, outcome, phases, response, fault, changes } = attempt
  const sign = attemptSign(attempt, delivery, successes.value)
  return (
    <li class={sign.tone}>
      <div class="timeline-head">
        <b>Attempt {number}</b>
        <Mark sign={sign} />
        {fault && <span class="fault">{fault}</span>}
        <span class="spring" />
        <span class="number">{duration_ms === null ? '' : duration(duration_ms)}</span>
        {!phases && <Bar ms={duration_ms} />}
      </div>
      <p class="quiet">
        {dateTime(started_at)} ·{' '}
        {outcome === null ? waitingWords(waitedSeconds(attempt)) : outcomeWords(outcome)}
      </p>
      {phases && <PhaseBar phases={phases} />}
      <Changes changes={changes} />
      {response && response.body !== '' && <pre class="excerpt">{response.body.slice(0, 300)}</pre>}
      <details class="exchange">
        <summary>Request, {requestSize(attempt)}</summary>
        <SentRequest attempt={{ ...attempt, changes: [] }} />
      </details>
      {response && (
        <details class="exchange">
          <summary>Answer, {answerSize(response)}</summary>
          <Answer attempt={attempt} />
        </details>
      )}
    </li>
  )
}

function requestSize({ request }: Attempt): string {
  const size = bytesOf(sentBody(request)).length
  return size === 0 ? 'no body' : `body of ${bytes(size)}`
}

function answerSize({ size, truncated }: NonNullable<Attempt['response']>): string {
  if (size === 0) return 'no body'
  return `body of ${bytes(size)}${truncated ? ', its beginning kept' : ''}`
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
