import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Delivery } from '../../server/wire.ts'
import { resendCommand, sandboxCurl } from '../commands/curl.ts'
import { FaultField, isOfFault } from '../faults/fault-field.tsx'
import { Field, TextArea, TextField } from '../form/field.tsx'
import { useDraft } from '../form/use-draft.ts'
import { Editor, type EditorHandle } from '../json/editor/editor.tsx'
import { sentBody, sizeOf } from '../kit/hex.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { getDelivery } from '../live/routes.ts'
import { useProblem } from '../live/use-problem.ts'
import { WholeFirst } from '../live/whole-first.tsx'
import { CopyBox } from '../secrets/copy-box.tsx'
import { UnlessSecret } from '../secrets/unless-secret.tsx'
import {
  editsOf,
  type ResendForm as Form,
  resendDrafts,
  resendForm,
  unchanged,
  wantedField,
} from './resending.ts'

const bodyHint = ({ body_base64 }: Delivery): string =>
  body_base64 === null
    ? 'Signed anew as it stands here, byte for byte.'
    : 'It is no UTF-8 text: its own bytes are sent, unless it is changed here.'

/** Sends a delivery again as a new one, edited first or with a fault. */
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
  const [problem, setProblem] = useProblem()
  const [busy, setBusy] = useState(false)
  const [faultFocus, setFaultFocus] = useState(0)
  const body = useRef<EditorHandle>(null)
  const wanted = wantedField.value
  useLayoutEffect(() => {
    if (wanted === 'body') body.current?.focus()
    if (wanted === 'fault') setFaultFocus((count) => count + 1)
    wantedField.value = null
  }, [wanted])
  const set = (name: keyof Form) => (value: string) => change({ ...form, [name]: value })
  const edits = editsOf(form, before)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const done = await resendForm(delivery.id, form, edits)
    setBusy(false)
    setProblem(done.ok ? null : done.problem)
    if (done.ok) sent(form)
  }
  const isEdited = 'body' in edits || 'headers' in edits || 'url' in edits
  return (
    <div class="resend">
      <form onSubmit={(event) => void submit(event)}>
        <FaultField value={form.fault} onInput={set('fault')} problem={problem} focus={faultFocus} />
        <TextField label="URL" required value={form.url} onInput={set('url')} />
        <TextArea
          label="Headers"
          hint="A line each; those of the same name are replaced, the signature included."
          rows={2}
          placeholder="x-request-id: 1"
          value={form.headers}
          onInput={set('headers')}
        />
        {hasBody && (
          <UnlessSecret label="Body" text={form.body}>
            <Field label="Body" hint={bodyHint(delivery)}>
              {(id) => (
                <Editor handle={body} id={id} label="Body" rows={8} value={form.body} onInput={set('body')} />
              )}
            </Field>
          </UnlessSecret>
        )}
        {problem && !isOfFault(problem) && <ProblemBox problem={problem} />}
        <div class="form-acts">
          <button type="submit" class="primary" aria-busy={busy}>
            Resend {isEdited ? 'edited' : form.fault.trim() === '' ? 'as it was' : 'with the fault'}
          </button>
          {isChanged && (
            <button type="button" onClick={startOver}>
              Start over
            </button>
          )}
        </div>
      </form>
      <h3 class="label">The same from a terminal</h3>
      <CopyBox text={resendCommand(delivery.id, edits)} what="the command" />
      <CopyBox
        text={sandboxCurl('POST', `${location.origin}/sandbox/deliveries/${delivery.id}/resend`, edits)}
        what="the curl command"
      />
    </div>
  )
}
