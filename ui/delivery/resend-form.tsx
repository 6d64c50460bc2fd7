/** The Resend tab: resends a delivery, edited or with a fault. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Delivery } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands, resendCommand } from '../commands/curl.ts'
import { FaultField } from '../faults/fault-field.tsx'
import { BodyField } from '../form/body-field.tsx'
import { useDraft } from '../form/drafts.ts'
import { changesOf, Form } from '../form/form.tsx'
import type { EditorHandle } from '../json/editor/editor.tsx'
import { sentBody, sizeOf } from '../kit/hex.ts'
import { getDelivery } from '../live/routes.ts'
import { WholeFirst } from '../live/whole-first.tsx'
import { resendDrafts, resendFields, resendForm, unchanged, wantedField } from './resending.ts'

const bodyHint = ({ body_base64 }: Delivery): string =>
  body_base64 === null
    ? 'The sandbox signs exactly these bytes.'
    : 'The body is not UTF-8 text. The sandbox sends the original bytes unless you edit the text.'

export function ResendForm({ delivery }: { delivery: Delivery }) {
  if (delivery.body_left_out === undefined) return <FormOf delivery={delivery} hasBody />
  return (
    <WholeFirst
      subject={delivery.id}
      size={sizeOf({ ...sentBody(delivery), leftOut: delivery.body_left_out })}
      read={() => getDelivery(delivery.id)}
      draw={(whole) => <FormOf delivery={whole?.delivery ?? delivery} hasBody={whole !== null} />}
    />
  )
}

function FormOf({ delivery, hasBody }: { delivery: Delivery; hasBody: boolean }) {
  const draft = useDraft(resendDrafts, delivery.id, () => unchanged(delivery))
  const { before, form } = draft
  const [faultFocus, setFaultFocus] = useState(0)
  const body = useRef<EditorHandle>(null)
  const wanted = wantedField.value
  useLayoutEffect(() => {
    if (wanted === 'body') body.current?.focus()
    if (wanted === 'fault') setFaultFocus((count) => count + 1)
    wantedField.value = null
  }, [wanted])
  const fields = resendFields(hasBody, {
    fault: (control) => <FaultField {...control} focus={faultFocus} />,
    body: (control) => <BodyField {...control} hint={bodyHint(delivery)} handle={body} />,
  })
  const edits = changesOf(fields, form, before)
  const send = async () => {
    const done = await resendForm(delivery.id, form, edits)
    if (done.ok) draft.sent(form)
    return done
  }
  const isEdited = 'body' in edits || 'headers' in edits || 'url' in edits
  return (
    <div class="resend">
      <Form
        rows={fields}
        draft={draft}
        title={`Resend ${isEdited ? 'edited' : form.fault.trim() === '' ? 'unchanged' : 'with the fault'}`}
        send={send}
      />
      <Terminal
        commands={formCommands(
          resendCommand(delivery.id, edits),
          `/sandbox/deliveries/${delivery.id}/resend`,
          edits,
        )}
      />
    </div>
  )
}
