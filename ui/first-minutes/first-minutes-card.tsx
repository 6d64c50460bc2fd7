/** The strip of three first steps above the stream. */

import '../styles/first-minutes.css'
import { useEffect, useId, useState } from 'preact/hooks'
import { addressOf, noAddress } from '../../server/words/address.ts'
import { FoldButton } from '../kit/fold.tsx'
import { stripDismissed, stripRead, usesBuiltIn } from '../kit/preferences.ts'
import { FieldProblem } from '../kit/problem.tsx'
import { lazily } from '../live/lazily.tsx'
import { attemptTo } from '../live/refusal.ts'
import { sendEvent } from '../stream/looking.ts'
import { breakIt, pointed, pointedAt, result, steps, watchSteps } from './first-minutes.ts'

const Broken = lazily(async () => (await import('./broken.tsx')).Broken)
const ItsSecret = lazily(async () => (await import('../subscription/its-secret.tsx')).ItsSecret)

/** Each step completes however the reader did it. */
export function FirstMinutes() {
  useEffect(watchSteps, [])
  const [isWhole, setWhole] = useState(false)
  const known = steps.value
  const isOver = known?.pointed && known.fired && known.broken
  useEffect(() => {
    if (isOver) stripRead.value = true
  }, [isOver])
  // A step that completes after drawing would move the others.
  if (known === null) return null
  const { pointed: isPointed, fired, broken } = known
  return (
    <section class={isWhole ? 'strip' : 'strip folded'} aria-label="First steps">
      <ol>
        <Step number={1} title="Connect your receiver" done={isPointed}>
          <PointAt />
        </Step>
        <Step number={2} title="Send an event" done={fired}>
          <button type="button" onClick={() => void sendEvent('card.created')}>
            Send card.created
          </button>
        </Step>
        <Step number={3} title="Inject a fault" done={broken}>
          {fired && (
            <button type="button" data-once onClick={() => void breakIt()}>
              Send a wrong signature
            </button>
          )}
        </Step>
      </ol>
      <FoldButton unfold="Show" isWhole={isWhole} setWhole={setWhole} />
      <button
        type="button"
        class="small"
        title="Show again: Settings, Appearance"
        onClick={() => {
          stripDismissed.value = true
        }}
      >
        Dismiss
      </button>
      {pointed.value !== null && !broken && <ItsSecret subscription={pointed.value} />}
      {result.value !== null && <Broken row={result.value} />}
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
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const problem = useId()
  const submit = async (event: Event) => {
    event.preventDefault()
    const url = addressOf(typed)
    setWrong(url === null)
    if (url === null || busy) return
    setBusy(true)
    const made = await import('../subscription/subscribing.ts')
      .then(({ subscribe }) => attemptTo(subscribe({ url, events: ['*'], description: 'My app' })))
      .finally(() => setBusy(false))
    if (made === null) return
    setTyped('')
    pointedAt.value = made
  }
  return (
    <form class="inline" onSubmit={(event) => void submit(event)}>
      <input
        type="text"
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
        required
        aria-label="URL of your receiver"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? problem : undefined}
        placeholder="http://localhost:3000/webhooks"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" aria-busy={busy}>
        Subscribe
      </button>
      {isWrong && <FieldProblem id={problem} text={noAddress} />}
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
