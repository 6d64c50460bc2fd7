/** The Replay tab: sends a capture again, unchanged, edited or with a new signature. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Capture, Exchange } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { replayCommand, sandboxCurl } from '../commands/curl.ts'
import { useDraft } from '../form/drafts.ts'
import { Field, FormActs, fieldsOf, SelectField, submits, TextArea, TextField } from '../form/field.tsx'
import { Editor } from '../json/editor/editor.tsx'
import { lineProblem } from '../kit/header-lines.ts'
import { replayUrl } from '../kit/preferences.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { type ReplayForm as Form, replayOf, sameBytes, signOptions } from '../live/replay-order.ts'
import { getCapture } from '../live/routes.ts'
import { endpoints, schemeOptions, subscriptions } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { WholeFirst } from '../live/whole-first.tsx'
import { UnlessSecret } from '../secrets/unless-secret.tsx'
import { ExchangeOf } from './exchange-of.tsx'
import { editsReplay, replay, replayDrafts } from './replaying.ts'

export function Replay({ capture }: { capture: Capture }) {
  if (capture.body_left_out === undefined) return <FormOf capture={capture} />
  return (
    <WholeFirst
      subject={capture.id}
      size={capture.body_size}
      read={() => getCapture(capture.id)}
      draw={(whole) => <FormOf capture={whole?.capture ?? { ...capture, body: null }} />}
    />
  )
}

function FormOf({ capture }: { capture: Capture }) {
  const { before, form, isChanged, change, startOver } = useDraft(replayDrafts, capture.id, () =>
    sameBytes(capture, replayUrl.value),
  )
  const { problem, setProblem, busy, send } = useSending()
  const [exchange, setExchange] = useState<Exchange | null>(null)
  const editing = useRef<HTMLDetailsElement>(null)
  const wanted = editsReplay.value
  useLayoutEffect(() => {
    editsReplay.value = false
    if (!wanted || editing.current === null) return
    editing.current.open = true
    const field = editing.current.querySelector<HTMLElement>('textarea:last-of-type, input')
    field?.focus()
  }, [wanted])
  const field = fieldsOf(form, change)
  const order = replayOf(form, before)
  const command = replayCommand(capture.id, order)
  const isEdited = 'body' in order || 'headers' in order || 'method' in order
  const [wasEdited] = useState(isEdited)
  const submit = async () => {
    if (busy) return
    const wrong = lineProblem(form.headers)
    if (wrong !== null) return setProblem(wrong)
    const done = await send(() => replay(capture.id, order))
    if (done === null) return
    setExchange(done.ok ? done.value.exchange : null)
    if (done.ok) replayDrafts.forget(capture.id)
  }
  if (capture.body_omitted)
    return <p>Cannot replay: the body exceeded the size limit, so the sandbox did not keep it.</p>
  return (
    <div class="resend">
      <form onSubmit={submits(submit)}>
        <TextField
          label="URL"
          placeholder="http://localhost:3000/webhooks"
          hint="If empty, the sandbox sends to the forward address of the endpoint, or else to the endpoint."
          {...field('url')}
        />
        <SelectField
          label="Signature"
          {...field('sign')}
          options={signOptions(endpoints.value ?? [], subscriptions.value ?? [], location.origin)}
        />
        {form.sign === 'secret' && (
          <div class="columns">
            <SelectField label="Scheme" {...field('scheme')} options={schemeOptions.value} />
            <TextField label="Secret" class="secret-field" required {...field('secret')} />
          </div>
        )}
        <details class="exchange" ref={editing} open={wasEdited}>
          <summary>Edit request</summary>
          <Edits form={form} change={change} isText={capture.body !== null} />
        </details>
        {problem && <ProblemBox problem={problem} />}
        <FormActs
          title={
            isEdited
              ? 'Replay edited'
              : order.sign === undefined
                ? 'Replay unchanged'
                : 'Replay with a new signature'
          }
          busy={busy}
          draft={{ isChanged, startOver }}
        />
      </form>
      {exchange && (
        <section aria-live="polite">
          <h3 class="label">Result</h3>
          <ul class="timeline exchanges">
            <ExchangeOf exchange={exchange} />
          </ul>
        </section>
      )}
      <Terminal
        commands={[
          ...(command === null ? [] : [{ what: 'the command', text: command }]),
          {
            what: 'the curl command',
            text: sandboxCurl('POST', `/sandbox/captures/${capture.id}/replay`, order),
          },
        ]}
      />
    </div>
  )
}

interface EditsProps {
  form: Form
  change: (form: Form) => void
  isText: boolean
}

function Edits({ form, change, isText }: EditsProps) {
  const field = fieldsOf(form, change)
  return (
    <>
      <TextField label="Method" {...field('method')} />
      <TextArea
        label="Headers"
        hint="One header per line. The sandbox does not send a header that you remove. It sets Host and Content-Length."
        rows={6}
        {...field('headers')}
      />
      {isText ? (
        <UnlessSecret label="Body" text={form.body}>
          <Field label="Body" hint="If you do not edit the body, the sandbox sends the bytes as received.">
            {(id) => <Editor id={id} label="Body" rows={8} {...field('body')} />}
          </Field>
        </UnlessSecret>
      ) : (
        <p class="quiet">
          The body is not text, or is too large to edit. The sandbox sends the bytes as received.
        </p>
      )}
    </>
  )
}
