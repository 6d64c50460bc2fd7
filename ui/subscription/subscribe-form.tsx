import { useState } from 'preact/hooks'
import { TextField } from '../form/field.tsx'
import { useDraft } from '../form/use-draft.ts'
import { addressOf, noAddress } from '../kit/address.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { catalogue } from '../live/settings.ts'
import { useProblem } from '../live/use-problem.ts'
import { Back } from '../place/back.tsx'
import { fromHere } from '../stream/from-here.ts'
import { callerOf, subscribe } from './subscribing.ts'
import { subscribeDrafts } from './subscription-form.ts'

/** Event patterns as typed: separated by commas or spaces. */
export const patternsOf = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '')

/** Subscribes to an event, or to all, through the emulated platform and shows what the platform says. */
export function SubscribeForm({ to }: { to: string }) {
  const draft = useDraft(subscribeDrafts, to, () => ({
    url: '',
    events: to,
    identity: callerOf().identity,
    description: '',
  }))
  const { url, events, identity, description } = draft.form
  const set = (name: keyof typeof draft.form) => (value: string) =>
    draft.change({ ...draft.form, [name]: value })
  const [problem, setProblem] = useProblem()
  const [isWrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    const address = addressOf(url)
    setWrong(address === null)
    if (address === null || busy) return
    setBusy(true)
    const goOn = fromHere()
    const made = await subscribe({ url: address, events: patternsOf(events), identity, description })
    setBusy(false)
    setProblem(made.ok ? null : made.problem)
    if (!made.ok) return
    draft.startOver()
    goOn({ open: made.value })
  }
  const names = catalogue.value?.map((one) => one.event).join(', ')
  return (
    <div class="form-pane">
      <Back />
      <h2>Subscribe</h2>
      <p class="quiet">
        Calls <code>POST /api/v0.1/webhooks</code> of the emulated platform, as your own code would.
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label="URL"
          hint="Where events are sent: loopback and private addresses."
          placeholder="http://localhost:3000/webhooks"
          required
          problem={isWrong ? noAddress : undefined}
          value={url}
          onInput={set('url')}
        />
        <TextField
          label="Events"
          hint="Names or wildcards such as card.*, separated by commas."
          required
          value={events}
          onInput={set('events')}
        />
        <div class="columns">
          <TextField
            label="Identity"
            hint="The platform customer it belongs to."
            required
            value={identity}
            onInput={set('identity')}
          />
          <TextField label="Description" value={description} onInput={set('description')} />
        </div>
        {problem && <ProblemBox problem={problem} />}
        <div class="form-acts">
          <button type="submit" class="primary" aria-busy={busy}>
            Subscribe
          </button>
        </div>
      </form>
      {names !== undefined && <p class="quiet">Known events: {names}</p>}
    </div>
  )
}
