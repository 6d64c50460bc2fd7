import type { Delivery } from '../../server/wire.ts'
import { waitedSeconds } from '../stream/under-way.ts'
import { timeLeftWords, waitingWords } from '../stream/waiting-words.ts'
import { timeoutOf } from '../subscription/subscribing.ts'
import { ActButton } from './delivery-buttons.tsx'

/** While an attempt waits for its answer: for how long, until when, and what can be done about it. */
export function Waiting({ delivery }: { delivery: Delivery }) {
  // Of copies that left together any may be the one that waits.
  const attempt = delivery.attempts.find(({ outcome }) => outcome === null)
  if (attempt === undefined) return null
  // What was cancelled holds up nobody, but its attempt goes on.
  const hasEnded = delivery.finished_at !== null
  const waited = waitedSeconds(attempt)
  // Most attempts end sooner, and nothing should flash by.
  if (waited < 1) return null
  return (
    <section class="waiting" aria-label="Attempt under way">
      <p>
        <span class="mark wait">
          <span aria-hidden="true">◷ </span>
          {waitingWords(waited)}
        </span>{' '}
        <span class="quiet">{timeLeftWords(timeoutOf(delivery.subscription_id), waited)}</span>
      </p>
      <div class="waiting-acts">
        {!hasEnded && (
          <>
            <ActButton id={delivery.id} act="release" isOff={attempt.released} />
            <span class="quiet">
              {attempt.released
                ? 'Released: the next deliveries may start. This one keeps waiting.'
                : 'Lets the next deliveries start; this one keeps waiting.'}
            </span>
          </>
        )}
        <ActButton id={delivery.id} act="abort" />
        <span class="quiet">
          {hasEnded
            ? `Cuts this attempt; the delivery is ${delivery.state} and not tried again.`
            : 'Cuts this attempt; the delivery is tried again as after a failure.'}
        </span>
      </div>
    </section>
  )
}
