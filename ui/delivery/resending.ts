/** Resends deliveries, and keeps unsent forms. */
import { signal } from '@preact/signals'
import type { Delivery } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import type { FieldOf, Rows, Typed } from '../form/form.tsx'
import { byLine, pairsIn, withoutColon } from '../kit/header-lines.ts'
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
type ResendForm = Typed<ResendEdits>

/** Unsent forms. */
export const resendDrafts = createDrafts<ResendForm>()

/** The form without changes. */
export const unchanged = ({ url, body }: Pick<Delivery, 'url' | 'body'>): ResendForm => ({
  url,
  body,
  headers: '',
  fault: '',
})

type Field<Name extends keyof ResendEdits> = Extract<FieldOf<ResendEdits>, { name: Name }>

/** The fields of a resend. Only changes are sent. */
export const resendFields = (
  hasBody: boolean,
  draw: { body?: Field<'body'>['draw']; fault?: Field<'fault'>['draw'] } = {},
): Rows<ResendEdits> => [
  { name: 'fault', label: 'Fault', draw: draw.fault },
  { name: 'url', label: 'URL', required: true },
  {
    name: 'headers',
    label: 'Headers',
    kind: 'lines',
    hint: 'One header per line. Each replaces the header of the same name, including the signature.',
    placeholder: 'x-request-id: 1',
    flaw: withoutColon,
    send: pairsIn,
  },
  { name: 'body', label: 'Body', kind: 'body', send: (typed) => typed, when: () => hasBody, draw: draw.body },
]

/** The resend tab. */
export const resendTab = 'resend'

/** Sends the form. Refusals name the lines of the form. */
export async function resendForm(id: string, form: ResendForm, edits: ResendEdits): Promise<Result<unknown>> {
  const done = await resendWith(id, edits)
  return done.ok ? done : { ok: false, problem: byLine(done.problem, form.headers) }
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
