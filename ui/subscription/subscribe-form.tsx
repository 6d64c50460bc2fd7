/** The form that creates a subscription through the emulated platform. */

import { useDraft } from '../form/drafts.ts'
import { Form, orderOf, typedOf } from '../form/form.tsx'
import { catalogue } from '../live/settings.ts'
import { Back } from '../place/back.tsx'
import { fromHere } from '../place/navigation.ts'
import { callerOf, type SubscribeForm as Order, subscribe } from './subscribing.ts'
import { newFields, subscribeDrafts } from './subscription-form.tsx'

export function SubscribeForm({ to }: { to: string }) {
  const draft = useDraft(subscribeDrafts, to, () =>
    typedOf(newFields, { events: [to], identity: callerOf().identity }),
  )
  const send = async () => {
    const goOn = fromHere()
    const made = await subscribe({ ...blank, ...orderOf(newFields, draft.form) })
    if (!made.ok) return made
    draft.startOver()
    goOn({ open: made.value })
    return made
  }
  const names = catalogue.value?.map((one) => one.event).join(', ')
  return (
    <div class="form-pane">
      <Back />
      <h2>Subscribe</h2>
      <p class="quiet">
        Calls <code>POST /api/v0.1/webhooks</code> of the emulated platform, as your code would.
      </p>
      <Form rows={newFields} draft={draft} title="Subscribe" send={send} />
      {names !== undefined && <p class="quiet">Known events: {names}</p>}
    </div>
  )
}

const blank: Order = { url: '', events: [], description: '' }
