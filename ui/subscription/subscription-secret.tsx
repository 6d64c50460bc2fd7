import { useState } from 'preact/hooks'
import type { Subscription } from '../../server/wire.ts'
import { remaining } from '../../server/words/duration.ts'
import { dateTime } from '../../server/words/time.ts'
import { sandboxCurl } from '../commands/curl.ts'
import { Copy } from '../kit/copy.tsx'
import { Measured } from '../kit/measured.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import { nowSecond } from '../live/clock.ts'
import { said } from '../live/refusal.ts'
import { rotateSecret } from '../live/routes/subscription.ts'
import { put, subscriptions } from '../live/settings.ts'
import { useProblem } from '../live/use-problem.ts'
import { Secret } from '../secrets/secret.tsx'

/** What signs for a subscription now and for how long what signed before still does. */
export function SubscriptionSecret({ subscription }: { subscription: Subscription }) {
  const { secret, public_key, old_secrets } = subscription
  return (
    <>
      <dl class="facts">
        <div>
          <dt>Secret</dt>
          <dd>
            <Secret secret={secret} of="this subscription" />
          </dd>
        </div>
        {old_secrets.map((old, index) => (
          <div key={old.secret}>
            <dt>Old secret</dt>
            <dd>
              <Secret secret={old.secret} of={`before rotation ${index + 1}`} />{' '}
              <span class="quiet">
                <Measured text={`signs too until ${dateTime(old.until)} (${endsIn(old.until)})`} />
              </span>
            </dd>
          </div>
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
  const words = remaining(Date.parse(until) - nowSecond.value * 1000)
  return words === 'due now' ? 'ended' : words
}

function Rotate({ id }: { id: string }) {
  const [overlap, setOverlap] = useState('24h')
  const [problem, setProblem] = useProblem()
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const done = await rotateSecret(id, overlap.trim())
    setBusy(false)
    setProblem(done.ok ? null : done.problem)
    if (!done.ok) return
    const { subscription } = done.value
    subscriptions.value = put(subscriptions.value, subscription, (one) => one.id === id)
    said.value = 'Rotated the secret'
  }
  const curl = sandboxCurl('POST', `${location.origin}/sandbox/subscriptions/${id}/rotate-secret`, {
    overlap,
  })
  return (
    <>
      <form class="rotate" onSubmit={(event) => void submit(event)}>
        <button type="submit" aria-busy={busy}>
          Rotate secret
        </button>
        <label>
          Both sign for{' '}
          <input
            type="text"
            required
            autocomplete="off"
            spellcheck={false}
            value={overlap}
            onInput={(event) => setOverlap(event.currentTarget.value)}
          />
        </label>
        <Copy text={curl} label="Copy as curl" what="the rotation" />
      </form>
      {problem && <ProblemBox problem={problem} />}
    </>
  )
}
