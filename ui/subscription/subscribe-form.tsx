/** The form that creates a subscription through the emulated platform. */

import { useState } from 'preact/hooks'
import { addressOf, noAddress } from '../../server/words/address.ts'
import { useDraft } from '../form/drafts.ts'
import { FormActs, fieldsOf, submits, TextField } from '../form/field.tsx'
import { wordsIn } from '../form/typed.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { catalogue } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { Back } from '../place/back.tsx'
import { fromHere } from '../place/navigation.ts'
import { callerOf, subscribe } from './subscribing.ts'
import { subscribeDrafts } from './subscription-form.ts'

export function SubscribeForm({ to }: { to: string }) {
  const draft = useDraft(subscribeDrafts, to, () => ({
    url: '',
    events: to,
    identity: callerOf().identity,
    description: '',
  }))
  const { url, events, identity, description } = draft.form
  const [isWrong, setWrong] = useState(false)
  const field = fieldsOf(draft.form, draft.change, isWrong ? { url: noAddress } : {})
  const { problem, busy, send } = useSending()
  const submit = async () => {
    const address = addressOf(url)
    setWrong(address === null)
    if (address === null) return
    const goOn = fromHere()
    const made = await send(() => subscribe({ url: address, events: wordsIn(events), identity, description }))
    if (!made?.ok) return
    draft.startOver()
    goOn({ open: made.value })
  }
  const names = catalogue.value?.map((one) => one.event).join(', ')
  return (
    <div class="form-pane">
      <Back />
      <h2>Subscribe</h2>
      <p class="quiet">
        Calls <code>POST /api/v0.1/webhooks</code> of the emulated platform, as your code would.
      </p>
      <form onSubmit={submits(submit)}>
        <TextField
          label="URL"
          hint="A loopback or private address that receives the events."
          placeholder="http://localhost:3000/webhooks"
          required
          {...field('url')}
        />
        <TextField
          label="Events"
          hint="Names or patterns such as card.*, separated by commas."
          required
          {...field('events')}
        />
        <div class="columns">
          <TextField
            label="Identity"
            hint="The platform customer that owns the subscription."
            required
            {...field('identity')}
          />
          <TextField label="Description" {...field('description')} />
        </div>
        {problem && <ProblemBox problem={problem} />}
        <FormActs title="Subscribe" busy={busy} />
      </form>
      {names !== undefined && <p class="quiet">Known events: {names}</p>}
    </div>
  )
}
