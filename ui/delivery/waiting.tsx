/** Shows an attempt under way: how long it waits, its timeout, and the actions. */
import type { Delivery } from '../../server/wire.ts'
import { waitedSeconds } from '../stream/under-way.ts'
import { timeLeftWords, waitingWords } from '../stream/waiting-words.ts'
import { timeoutOf } from '../subscription/subscribing.ts'
import { ActButton } from './delivery-buttons.tsx'

export function Waiting({ delivery }: { delivery: Delivery }) {
  // Any of several copies may be the one under way.
  const attempt = delivery.attempts.find(({ outcome }) => outcome === null)
  if (attempt === undefined) return null
  // A cancelled delivery holds up nobody, but its attempt goes on.
  const hasEnded = delivery.finished_at !== null
  const waited = waitedSeconds(attempt)
  // Most attempts end sooner, and nothing should flash.
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
                ? 'Released. The next deliveries may start; this attempt keeps waiting.'
                : 'Lets the next deliveries start. This attempt keeps waiting.'}
            </span>
          </>
        )}
        <ActButton id={delivery.id} act="abort" />
        <span class="quiet">
          {hasEnded
            ? `Ends this attempt. The delivery is ${delivery.state}; the sandbox does not retry it.`
            : 'Ends this attempt. The sandbox retries the delivery as after a failure.'}
        </span>
      </div>
    </section>
  )
}
