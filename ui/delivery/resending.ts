/** Resends deliveries, and keeps unsent forms. */
import { signal } from '@preact/signals'
import type { Delivery } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { byLine, lineProblem, pairsIn } from '../kit/header-lines.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said, say } from '../live/refusal.ts'
import { postResend, type ResendEdits } from '../live/routes/delivery.ts'
import { isSubscriptionGone } from '../live/settings.ts'
import { awaitField } from '../place/awaited-field.ts'
import { openThing, place } from '../place/navigation.ts'
import { rows } from '../stream/stream.ts'
import { once } from './delivery-acts.ts'

/** The field of the resend form that gets the focus next. */
export const wantedField = signal<'body' | 'fault' | null>(null)

/** The form as typed; headers as lines of `name: value`. */
export interface ResendForm {
  url: string
  body: string
  headers: string
  fault: string
}

/** Unsent forms. */
export const resendDrafts = createDrafts<ResendForm>()

/** The form without changes. */
export const unchanged = ({ url, body }: Pick<Delivery, 'url' | 'body'>): ResendForm => ({
  url,
  body,
  headers: '',
  fault: '',
})

/** The changes of the form. */
export function editsOf(form: ResendForm, before: ResendForm): ResendEdits {
  const headers = pairsIn(form.headers)
  return {
    ...(form.body === before.body ? {} : { body: form.body }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(form.url.trim() === before.url ? {} : { url: form.url.trim() }),
    ...(form.fault.trim() === '' ? {} : { fault: form.fault.trim() }),
  }
}

/** The resend tab. */
export const resendTab = 'resend'

/** Sends the form, unless a header line is invalid. Refusals name the lines of the form. */
export async function resendForm(id: string, form: ResendForm, edits: ResendEdits): Promise<Result<unknown>> {
  const wrong = lineProblem(form.headers)
  if (wrong !== null) return { ok: false, problem: wrong }
  const done = await resendWith(id, edits)
  if (done.ok) return done
  const { problem } = done
  return { ok: false, problem: { ...problem, message: byLine(problem.message, form.headers) } }
}

/** Resends a delivery and opens the new one; the form's tab gives way to the attempts. */
export async function resendWith(id: string, edits: ResendEdits): Promise<Result<unknown>> {
  const before = place.value
  const done = await postResend(id, edits)
  if (!done.ok) return done
  said.value = edits.fault === undefined ? 'Resent' : `Resent with ${edits.fault}`
  const isForm = before.tab === resendTab
  if (place.value === before) openThing(done.value.delivery.id, ...(isForm ? ['attempts'] : []))
  return done
}

export const subscriptionGone =
  'Cannot resend: the subscription was deleted, and its secret with it. Subscribe, then send the event again.'

/** Shows why a delivery of a deleted subscription cannot be resent. For unlisted deliveries the sandbox says so. */
function isInVain(id: string): boolean {
  const entry = rows.get(id)
  const isGone = entry?.kind === 'delivery' && isSubscriptionGone(entry.data.subscription_id)
  if (isGone) say(subscriptionGone)
  return isGone
}

/** Resends a delivery unchanged. */
export const resend = async (id: string): Promise<void> => {
  if (!isInVain(id)) await once('resend', id, () => attemptTo(resendWith(id, {})))
}

/** Opens the form of a delivery with the focus in a field. */
export function openResend(id: string, field: 'body' | 'fault'): void {
  if (isInVain(id)) return
  awaitField()
  wantedField.value = field
  openThing(id, resendTab)
}
