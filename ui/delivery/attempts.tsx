import type { Attempt, Delivery } from '../../server/wire.ts'
import { duration, remaining } from '../../server/words/duration.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { bytes } from '../../server/words/size.ts'
import { dateTime } from '../../server/words/time.ts'
import { Commands } from '../commands/commands.tsx'
import { clockCommand } from '../commands/simulator-commands.ts'
import { attemptSign } from '../kit/format.ts'
import { sentBody, sizeOf } from '../kit/hex.ts'
import { Bar, Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { clock, tickedNow } from '../live/clock.ts'
import { successes } from '../live/health.ts'
import { Changes } from '../message/changes.tsx'
import { Answer, SentRequest } from '../message/exchange.tsx'
import { PhaseBar } from '../message/phase-bar.tsx'
import { Masked } from '../secrets/masked.tsx'
import { orderClock } from '../simulator/clock-moves.ts'
import { waitedSeconds } from '../stream/under-way.ts'
import { waitingWords } from '../stream/waiting-words.ts'
import { ActButton, actCommands } from './delivery-buttons.tsx'

/** Every attempt in order, and when the next is due. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  const { attempts, next_attempt_at, state } = delivery
  const waits = next_attempt_at !== null && (state === 'pending' || state === 'retrying')
  return (
    <ol class="timeline">
      {attempts.map((attempt, index) => (
        <One key={attempt.id} attempt={attempt} delivery={delivery} before={attempts[index - 1]} />
      ))}
      {waits && <Next number={attempts.length + 1} at={next_attempt_at} delivery={delivery} />}
      {attempts.length === 0 && !waits && <li class="quiet">No attempt was made.</li>}
    </ol>
  )
}

interface OneProps {
  attempt: Attempt
  delivery: Delivery
  before: Attempt | undefined
}

function One({ attempt, delivery, before }: OneProps) {
  const { number, started_at, duration_ms, outcome, phases, response, fault, changes } = attempt
  const sign = attemptSign(attempt, delivery, successes.value)
  return (
    <li class={sign.tone}>
      <div class="timeline-head">
        <b>Attempt {number}</b>
        <Mark sign={sign} />
        {fault && <span class="fault">{fault}</span>}
        <span class="number">{duration_ms === null ? '' : duration(duration_ms)}</span>
        {!phases && <Bar ms={duration_ms} />}
      </div>
      <p class="quiet">
        <Measured
          text={`${dateTime(started_at)} · ${before ? sinceWords(before, attempt) : ''}${outcome === null ? waitingWords(waitedSeconds(attempt)) : sayOutcome(outcome)}`}
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
          <summary>Answer, {answerSize(response, outcome)}</summary>
          <Answer attempt={attempt} />
        </details>
      )}
    </li>
  )
}

/** How long after the end of the one before an attempt was begun; nothing of copies, which are under way together. */
function sinceWords(before: Attempt, { started_at }: Attempt): string {
  const since = Date.parse(started_at) - Date.parse(before.started_at) - (before.duration_ms ?? 0)
  return since < 0 ? '' : `${duration(since)} after the one before · `
}

function requestSize({ request }: Attempt): string {
  const size = sizeOf({ ...sentBody(request), leftOut: request.body_left_out ?? 0 })
  return size === 0 ? 'no body' : `body of ${bytes(size)}`
}

function answerSize(
  { size, truncated }: NonNullable<Attempt['response']>,
  outcome: Attempt['outcome'],
): string {
  if (outcome?.kind !== 'responded') return `broken off after ${bytes(size)} of its body`
  if (size === 0) return 'no body'
  return `body of ${bytes(size)}${truncated ? ', its beginning kept' : ''}`
}

/** The attempt that is still to come: when, and what can be done about it. */
function Next({ number, at, delivery }: { number: number; at: string; delivery: Delivery }) {
  const { id } = delivery
  const stands = clock.value?.mode === 'manual'
  const left = Date.parse(at) - tickedNow()
  const soon = stands
    ? 'to wait, step the clock: it stands, and the attempt is made once it gets there'
    : 'to wait, do nothing: it is made by itself then'
  return (
    <li class="wait next">
      <div class="timeline-head">
        <b>Attempt {number}</b>
        <span class="mark wait">{remaining(left)}</span>
        <span class="spring" />
        <ActButton id={id} act="attempt-now" class="small" />
        {stands && (
          <button
            type="button"
            class="small"
            onClick={() => void orderClock({ order: { set: at }, words: `To attempt ${number}` })}
          >
            Step the clock to it
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
          ...(stands
            ? [{ button: 'Step the clock to it', what: 'the step', text: clockCommand({ set: at }) }]
            : []),
          ...actCommands(id, 'cancel'),
        ]}
      />
    </li>
  )
}
