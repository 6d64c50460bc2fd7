import '../styles/first-minutes.css'
import { useEffect, useId, useState } from 'preact/hooks'
import { receiverFinding } from '../../server/findings/receiver.ts'
import { receiverWords } from '../../server/words/advice.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { FieldProblem } from '../form/field.tsx'
import { addressOf, noAddress } from '../kit/address.ts'
import { FoldButton } from '../kit/fold.tsx'
import { target } from '../kit/format.ts'
import { lazily } from '../kit/lazily.tsx'
import { stripDismissed, stripRead, usesBuiltIn } from '../kit/preferences.ts'
import { attemptTo } from '../live/refusal.ts'
import { openThing } from '../place/navigation.ts'
import { isOwn, sendEvent } from '../stream/looking.ts'
import { breakIt, pointed, pointedAt, result, steps, watchSteps } from './first-minutes.ts'

const ItsSecret = lazily(async () => (await import('../subscription/its-secret.tsx')).ItsSecret)

/** The three steps that show what the sandbox is for; each ticks itself, however it was done. */
export function FirstMinutes() {
  useEffect(watchSteps, [])
  const [isWhole, setWhole] = useState(false)
  const known = steps.value
  const isOver = known?.pointed && known.fired && known.broken
  useEffect(() => {
    if (isOver) stripRead.value = true
  }, [isOver])
  // A step that ticks itself a moment later would move those beside it.
  if (known === null) return null
  const { pointed: isPointed, fired, broken } = known
  return (
    <section class={isWhole ? 'strip' : 'strip folded'} aria-label="First minutes">
      <ol>
        <Step number={1} title="Point it at your app" done={isPointed}>
          <PointAt />
        </Step>
        <Step number={2} title="Fire an event" done={fired}>
          <button type="button" onClick={() => void sendEvent('card.created')}>
            Send card.created
          </button>
        </Step>
        <Step number={3} title="Break it" done={broken}>
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
        title="Settings brings it back"
        onClick={() => {
          stripDismissed.value = true
        }}
      >
        Dismiss
      </button>
      {pointed.value !== null && !broken && <ItsSecret subscription={pointed.value} />}
      <Result />
    </section>
  )
}

/** What the receiver did with the signature that was broken. */
function Result() {
  const row = result.value
  if (row === null) return null
  const where = target(row.url, location.origin)
  const accepted = receiverWords(receiverFinding(row), row, where)
  const answer = row.last_outcome === null ? '' : sayOutcome(row.last_outcome)
  return (
    <p class="strip-result" role="status">
      {row.state === 'refused' && (
        <span class="good">
          <span aria-hidden="true">✓ </span>
          {where} answered {answer}: refused, as it should be.
        </span>
      )}
      {row.state === 'wrongly_accepted' &&
        (isOwn(row.url, location) ? (
          <span>
            <span aria-hidden="true">! </span>
            {where} takes everything. Its capture says what is wrong; your own receiver has to refuse this
            with a 4xx.
          </span>
        ) : (
          <span class="bad">
            <span aria-hidden="true">✕ </span>
            {accepted.summary}. {accepted.fix}
          </span>
        ))}
      {row.state !== 'refused' && row.state !== 'wrongly_accepted' && (
        <span class="wait">
          <span aria-hidden="true">! </span>
          {where}: {answer}. So it was neither taken nor refused; a receiver refuses with a 4xx.
        </span>
      )}{' '}
      <button type="button" class="small" onClick={() => openThing(row.id, 'signature')}>
        Show what was sent
      </button>
    </p>
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
        aria-label="Address of your receiver"
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
          or the built-in one
        </button>
      )}
    </form>
  )
}
