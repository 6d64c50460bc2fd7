/** Shows a subscription's secrets and rotates them. */

import { useState } from 'preact/hooks'
import type { Subscription } from '../../server/wire.ts'
import { offerWords } from '../../server/words/changes.ts'
import { remaining } from '../../server/words/duration.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { Input, submits } from '../form/field.tsx'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { nowSecond } from '../live/clock.ts'
import { ProblemBox } from '../live/problem.tsx'
import { said } from '../live/refusal.ts'
import { rotateSecret } from '../live/routes/subscription.ts'
import { put, subscriptions } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { Secret } from '../secrets/secret.tsx'

/** The current secret, and the old secrets that still sign. */
export function SubscriptionSecret({ subscription }: { subscription: Subscription }) {
  const { secret, public_key, old_secrets } = subscription
  return (
    <>
      <dl class="facts">
        <Fact name="Secret">
          <Secret secret={secret} of="this subscription" />
        </Fact>
        {old_secrets.map((old, index) => (
          <Fact key={old.secret} name="Old secret">
            <Secret secret={old.secret} of={`this subscription before rotation ${index + 1}`} />{' '}
            <span class="quiet">
              <Measured text={`also signs until ${dateTime(old.until)} (${endsIn(old.until)})`} />
            </span>
          </Fact>
        ))}
        {public_key !== null && (
          <div>
            <dt>Public key</dt>
            <dd class="public-key">
              <code>{public_key}</code> <Copy text={public_key} what="the public key" />
            </dd>
          </div>
        )}
      </dl>
      <Rotate id={subscription.id} />
    </>
  )
}

const endsIn = (until: string) => {
  const ms = Date.parse(until) - nowSecond.value * 1000
  return ms <= 0 ? 'ended' : remaining(ms)
}

function Rotate({ id }: { id: string }) {
  const [overlap, setOverlap] = useState('24h')
  const { problem, busy, send } = useSending()
  const submit = async () => {
    const done = await send(() => rotateSecret(id, overlap.trim()))
    if (!done?.ok) return
    const { subscription } = done.value
    subscriptions.value = put(subscriptions.value, subscription, (one) => one.id === id)
    said.value = 'Rotated the secret'
  }
  const curl = sandboxCurl('POST', `/sandbox/subscriptions/${id}/rotate-secret`, { overlap })
  return (
    <>
      <form class="rotate wrapping" onSubmit={submits(submit)}>
        <button type="submit" title={offerWords('secretRotate') ?? undefined} aria-busy={busy}>
          Rotate secret
        </button>
        <label>
          Overlap <Input required value={overlap} onInput={setOverlap} />
        </label>
        <Copy text={curl} label="Copy as curl" what="the rotation" />
      </form>
      {problem && <ProblemBox problem={problem} />}
    </>
  )
}
