import { useEffect, useState } from 'preact/hooks'
import { attemptTo, sendEvent } from '../state/acts.ts'
import { openThing } from '../state/navigation.ts'
import { hasLooked, stripDismissed, usesBuiltIn } from '../state/preferences.ts'
import { lineAt } from '../state/selection.ts'
import { health } from '../state/session.ts'
import { subscriptions } from '../state/settings.ts'
import { shown } from '../state/stream.ts'
import { subscribe } from '../state/subscribing.ts'

const isBuiltIn = (url: string) => /\/in\/demo$/.test(url)

/** The three steps that show what the sandbox is for; each ticks itself, however it was done. */
export function FirstMinutes() {
  if (stripDismissed.value) return null
  const pointed = usesBuiltIn.value || (subscriptions.value ?? []).some((one) => !isBuiltIn(one.url))
  const fired = (health.value?.counts.events ?? 0) > 0
  return (
    <section class="strip" aria-label="First minutes">
      <ol>
        <Step number={1} title="Point it at your app" done={pointed}>
          <PointAt />
        </Step>
        <Step number={2} title="Fire an event" done={fired}>
          <button type="button" onClick={() => void sendEvent('card.created')}>
            Send card.created
          </button>
        </Step>
        <Step number={3} title="Look" done={hasLooked.value}>
          {fired && (
            <button type="button" onClick={openNewest}>
              Open the newest
            </button>
          )}
        </Step>
      </ol>
      <button
        type="button"
        class="small"
        onClick={() => {
          stripDismissed.value = true
        }}
      >
        Dismiss
      </button>
    </section>
  )
}

interface StepProps {
  number: number
  title: string
  done: boolean
  children: preact.ComponentChildren
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <li class={done ? 'done' : ''}>
      <span class="step-number" aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <span class="step-title">
        {title}
        {done && <span class="unseen"> (done)</span>}
      </span>
      {!done && <span class="step-act">{children}</span>}
    </li>
  )
}

function PointAt() {
  const [url, setUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    const made = await attemptTo(subscribe({ url, events: ['*'], description: 'My app' }))
    setBusy(false)
    if (made) setUrl('')
  }
  return (
    <form class="inline" onSubmit={(event) => void submit(event)}>
      <input
        type="url"
        required
        aria-label="Address of your receiver"
        placeholder="http://localhost:3000/webhooks"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      <button type="submit" disabled={busy}>
        Subscribe
      </button>
      {!usesBuiltIn.value && (
        <button
          type="button"
          class="link"
          onClick={() => {
            usesBuiltIn.value = true
          }}
        >
          or use the built-in receiver
        </button>
      )}
    </form>
  )
}

/** The newest capture in sight, or else the newest delivery. */
function openNewest(): void {
  let fallback: string | null = null
  for (let index = 0; index < Math.min(500, shown.value.count); index++) {
    const entry = lineAt(index)?.entry
    if (entry?.kind === 'capture') {
      openThing(entry.id)
      return
    }
    if (entry?.kind === 'delivery') fallback ??= entry.id
  }
  if (fallback !== null) openThing(fallback)
}

/** Ticks the third step once the reader has seen that it works. */
export function useLooked(works: boolean): void {
  useEffect(() => {
    if (works) hasLooked.value = true
  }, [works])
}
