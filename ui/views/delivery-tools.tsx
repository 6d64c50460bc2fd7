import { useState } from 'preact/hooks'
import { type Command, Commands } from '../parts/commands.tsx'
import { resendAllCommand, sandboxCurl } from '../parts/curl.ts'
import { count, target } from '../parts/format.ts'
import { attemptTo, said } from '../state/acts.ts'
import { type Matching, postResendAll } from '../state/delivery-routes.ts'
import { matchingOf, matchingWords, recovering, resentWords } from '../state/matching.ts'
import { go, place } from '../state/navigation.ts'
import { deliveryStates } from '../state/place.ts'
import { listed } from '../state/selection.ts'
import { subscriptions } from '../state/settings.ts'
import { hasOlder, loading } from '../state/stream.ts'
import { Confirm } from './confirm.tsx'
import { EventFilter } from './event-filter.tsx'

/** What narrows the listed deliveries, and what can be done to all that are left. */
export function DeliveryTools() {
  const [outcome, setOutcome] = useState('')
  const [isRecovering, setRecovering] = useState(false)
  const { state, subscription } = place.value
  const matching = matchingOf(place.value)
  const isNarrowed = Object.keys(matching).length > 0
  const resendAll = async (asked: Matching) => {
    const done = await attemptTo(postResendAll(asked))
    if (done === null) return
    const words = resentWords(done.counts)
    said.value = words
    setOutcome(words)
    setRecovering(false)
  }
  return (
    <div class="delivery-tools">
      <div class="delivery-filters">
        <select
          aria-label="State"
          class={state === null ? '' : 'chosen'}
          value={state ?? ''}
          onChange={(event) => go({ state: stateOf(event.currentTarget.value) }, 'replace')}
        >
          <option value="">any state</option>
          {deliveryStates.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <EventFilter />
        <select
          aria-label="Subscription"
          class={subscription === null ? '' : 'chosen'}
          value={subscription ?? ''}
          onChange={(event) => go({ subscription: event.currentTarget.value || null }, 'replace')}
        >
          <option value="">any subscription</option>
          {(subscriptions.value ?? []).map(({ id, url, identity }) => (
            <option key={id} value={id}>
              {target(url, location.origin)} ({identity})
            </option>
          ))}
        </select>
        <span class="spring" />
        <Confirm
          label="Resend all that match"
          question={`${expectedWords(matching)}?`}
          onYes={() => resendAll(matching)}
          otherwise="Not now"
          danger={false}
          disabled={!isNarrowed}
        />
        <button type="button" aria-expanded={isRecovering} onClick={() => setRecovering(!isRecovering)}>
          Recover since…
        </button>
      </div>
      {!isNarrowed && (
        <p class="quiet">Filter by state, event, subscription or words to resend all that match.</p>
      )}
      {isRecovering && <Recover matching={matching} onRecover={resendAll} />}
      {isNarrowed && !isRecovering && <Commands commands={commandsOf(matching)} />}
      {outcome !== '' && <p class="good">{outcome}</p>}
    </div>
  )
}

const stateOf = (word: string) => deliveryStates.find((one) => one === word) ?? null

/** How many a resend would make, where the list holds them all. */
function expectedWords(matching: Matching): string {
  if (loading.value || hasOlder.value) return `Resend all that match ${matchingWords(matching)}`
  const expected = listed()
  return `Resend ${count(expected)} ${expected === 1 ? 'delivery' : 'deliveries'}`
}

interface RecoverProps {
  matching: Matching
  onRecover: (matching: Matching) => Promise<void>
}

function Recover({ matching, onRecover }: RecoverProps) {
  const [since, setSince] = useState('2h')
  const [busy, setBusy] = useState(false)
  const asked = recovering(matching, since.trim())
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    await onRecover(asked)
    setBusy(false)
  }
  return (
    <>
      <form class="recover" onSubmit={(event) => void submit(event)}>
        <label>
          Since{' '}
          <input
            type="text"
            required
            autocomplete="off"
            spellcheck={false}
            placeholder="2h, or 2026-01-01T09:00:00Z"
            value={since}
            onInput={(event) => setSince(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          Recover
        </button>
        <span class="quiet">Resends all that match {matchingWords(asked)}.</span>
      </form>
      <Commands commands={commandsOf(asked)} />
    </>
  )
}

const commandsOf = (matching: Matching): Command[] => [
  { what: 'the resend as a command', text: resendAllCommand(matching) },
  {
    what: 'the resend as curl',
    text: sandboxCurl('POST', `${location.origin}/sandbox/deliveries/resend`, matching),
  },
]
