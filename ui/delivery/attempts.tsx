/** The tab of a delivery that lists its attempts. */
import type { Attempt, Delivery } from '../../server/wire.ts'
import { sayAnswer } from '../../server/words/delivery.ts'
import { duration, remaining } from '../../server/words/duration.ts'
import { bytes } from '../../server/words/size.ts'
import { Commands } from '../commands/commands.tsx'
import { clockCommand } from '../commands/simulator-commands.ts'
import { Fold } from '../kit/fold.tsx'
import { sentBody, sizeOf } from '../kit/hex.ts'
import { Bar, Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { clockTime, dateTime, dayOf } from '../kit/time.ts'
import { clock, tickedNow } from '../live/clock.ts'
import { successes } from '../live/health.ts'
import { Changes } from '../message/changes.tsx'
import { Answer, SentRequest } from '../message/exchange.tsx'
import { PhaseBar } from '../message/phase-bar.tsx'
import { Masked } from '../secrets/masked.tsx'
import { orderClock } from '../simulator/clock-moves.ts'
import { waitedSeconds } from '../stream/under-way.ts'
import { waitingWords } from '../stream/waiting-words.ts'
import { attemptSign } from '../verdict/attempt-sign.ts'
import { ActButton, actCommands } from './delivery-buttons.tsx'

/** The next attempt, then the attempts made, newest first. Only the newest is unfolded. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  const { attempts, next_attempt_at, state } = delivery
  const waits = next_attempt_at !== null && (state === 'pending' || state === 'retrying')
  return (
    <ol class="timeline">
      {waits && <Next number={attempts.length + 1} at={next_attempt_at} delivery={delivery} />}
      {attempts
        .map((attempt, index) => (
          <One
            key={attempt.id}
            attempt={attempt}
            delivery={delivery}
            previous={attempts[index - 1]}
            isNewest={index === attempts.length - 1}
          />
        ))
        .reverse()}
      {attempts.length === 0 && !waits && <li class="quiet">No attempt was made.</li>}
    </ol>
  )
}

interface OneProps {
  attempt: Attempt
  delivery: Delivery
  previous: Attempt | undefined
  isNewest: boolean
}

function One({ attempt, delivery, previous, isNewest }: OneProps) {
  const { number, started_at, duration_ms, outcome, phases, response, fault, changes } = attempt
  const sign = attemptSign(attempt, delivery, successes.value)
  return (
    <li class={sign.tone}>
      <Fold isNow={isNewest} isFlawed={false}>
        <summary class="timeline-head">
          <b>Attempt {number}</b>
          <time title={dateTime(started_at)}>
            {previous && dayOf(previous.started_at) !== dayOf(started_at) && `${dayOf(started_at)} `}
            {clockTime(started_at)}
          </time>
          <Mark sign={sign} />
          {fault && <span class="fault">{fault}</span>}
          <span class="number">{duration_ms === null ? '' : duration(duration_ms)}</span>
          {!phases && <Bar ms={duration_ms} />}
        </summary>
        <p class="quiet">
          <Measured
            text={`${dateTime(started_at)} · ${previous ? sincePrevious(previous, attempt) : ''}${outcome === null ? waitingWords(waitedSeconds(attempt)) : sayAnswer(outcome, null)}`}
          />
        </p>
        {phases && <PhaseBar phases={phases} />}
        <Changes changes={changes} />
        {response && response.body !== '' && response.body_base64 === null && (
          <pre class="excerpt">
            <Masked text={response.body.slice(0, 300)} />
          </pre>
        )}
        <details class="exchange">
          <summary>Request, {requestSize(attempt)}</summary>
          <SentRequest attempt={{ ...attempt, changes: [] }} />
        </details>
        {response && (
          <details class="exchange">
            <summary>Response, {responseSize(response, outcome)}</summary>
            <Answer attempt={attempt} />
          </details>
        )}
      </Fold>
    </li>
  )
}

/** The time since the previous attempt ended. Empty for copies, which overlap. */
function sincePrevious(previous: Attempt, { started_at }: Attempt): string {
  const since = Date.parse(started_at) - Date.parse(previous.started_at) - (previous.duration_ms ?? 0)
  return since < 0 ? '' : `${duration(since)} after the previous attempt · `
}

function requestSize({ request }: Attempt): string {
  const size = sizeOf({ ...sentBody(request), leftOut: request.body_left_out ?? 0 })
  return size === 0 ? 'no body' : `body of ${bytes(size)}`
}

function responseSize(
  { size, truncated }: NonNullable<Attempt['response']>,
  outcome: Attempt['outcome'],
): string {
  if (outcome?.kind !== 'responded') return `incomplete: ${bytes(size)} of the body arrived`
  if (size === 0) return 'no body'
  return `body of ${bytes(size)}${truncated ? ', the end was not kept' : ''}`
}

/** The next attempt: when it starts, and the actions on it. */
function Next({ number, at, delivery }: { number: number; at: string; delivery: Delivery }) {
  const { id } = delivery
  const isManual = clock.value?.mode === 'manual'
  const left = Date.parse(at) - tickedNow()
  const soon = isManual
    ? 'The clock is stopped. Advance the clock to this time to start the attempt.'
    : 'The attempt starts by itself.'
  return (
    <li class="wait next">
      <div class="timeline-head">
        <b>Attempt {number}</b>
        <span class="mark wait">{remaining(left)}</span>
        <span class="spring" />
        <ActButton id={id} act="attempt-now" class="small" />
        {isManual && (
          <button
            type="button"
            class="small"
            onClick={() => void orderClock({ order: { set: at }, words: `To attempt ${number}` })}
          >
            Advance clock to this time
          </button>
        )}
        <ActButton id={id} act="cancel" class="small" />
      </div>
      <p class="quiet">
        <Measured text={left > 0 ? `${dateTime(at)} · ${soon}` : dateTime(at)} />
      </p>
      <Commands
        commands={[
          ...actCommands(id, 'attempt-now'),
          ...(isManual
            ? [{ button: 'Advance clock to this time', what: 'the command', text: clockCommand({ set: at }) }]
            : []),
          ...actCommands(id, 'cancel'),
        ]}
      />
    </li>
  )
}
