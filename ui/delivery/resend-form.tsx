/** The Resend tab: resends a delivery, edited or with a fault. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Delivery } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands, resendCommand } from '../commands/curl.ts'
import { FaultField, faultProblem } from '../faults/fault-field.tsx'
import { useDraft } from '../form/drafts.ts'
import { Field, FormActs, fieldsOf, submits, TextArea, TextField } from '../form/field.tsx'
import { Editor, type EditorHandle } from '../json/editor/editor.tsx'
import { sentBody, sizeOf } from '../kit/hex.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { getDelivery } from '../live/routes.ts'
import { useSending } from '../live/use-loaded.ts'
import { WholeFirst } from '../live/whole-first.tsx'
import { UnlessSecret } from '../secrets/unless-secret.tsx'
import { editsOf, resendDrafts, resendForm, unchanged, wantedField } from './resending.ts'

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
  const { before, form, isChanged, change, startOver, sent } = useDraft(resendDrafts, delivery.id, () =>
    unchanged(delivery),
  )
  const { problem, busy, send } = useSending()
  const [faultFocus, setFaultFocus] = useState(0)
  const body = useRef<EditorHandle>(null)
  const wanted = wantedField.value
  useLayoutEffect(() => {
    if (wanted === 'body') body.current?.focus()
    if (wanted === 'fault') setFaultFocus((count) => count + 1)
    wantedField.value = null
  }, [wanted])
  const field = fieldsOf(form, change)
  const edits = editsOf(form, before)
  const submit = async () => {
    const done = await send(() => resendForm(delivery.id, form, edits))
    if (done?.ok) sent(form)
  }
  const isEdited = 'body' in edits || 'headers' in edits || 'url' in edits
  return (
    <div class="resend">
      <form onSubmit={submits(submit)}>
        <FaultField {...field('fault')} problem={faultProblem(problem)} focus={faultFocus} />
        <TextField label="URL" required {...field('url')} />
        <TextArea
          label="Headers"
          hint="One header per line. Each replaces the header of the same name, including the signature."
          rows={2}
          placeholder="x-request-id: 1"
          {...field('headers')}
        />
        {hasBody && (
          <UnlessSecret label="Body" text={form.body}>
            <Field label="Body" hint={bodyHint(delivery)}>
              {(id) => <Editor handle={body} id={id} label="Body" rows={8} {...field('body')} />}
            </Field>
          </UnlessSecret>
        )}
        {problem && !faultProblem(problem) && <ProblemBox problem={problem} />}
        <FormActs
          title={`Resend ${isEdited ? 'edited' : form.fault.trim() === '' ? 'unchanged' : 'with the fault'}`}
          busy={busy}
          draft={{ isChanged, startOver }}
        />
      </form>
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
