/** The Replay tab: sends a capture again, unchanged, edited or with a new signature. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Capture, Exchange } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { replayCommand, sandboxCurl } from '../commands/curl.ts'
import { useDraft } from '../form/drafts.ts'
import { Form, type Rows, type Typed } from '../form/form.tsx'
import { withoutColon } from '../kit/header-lines.ts'
import { replayUrl } from '../kit/preferences.ts'
import { type ReplayForm, replayOf, sameBytes, signOptions } from '../live/replay-order.ts'
import { getCapture } from '../live/routes/records.ts'
import { endpoints, schemeOptions, subscriptions } from '../live/settings.ts'
import { WholeFirst } from '../live/whole-first.tsx'
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
  const draft = useDraft(replayDrafts, capture.id, () => sameBytes(capture, replayUrl.value))
  const { before, form } = draft
  const [exchange, setExchange] = useState<Exchange | null>(null)
  const pane = useRef<HTMLDivElement>(null)
  const wanted = editsReplay.value
  useLayoutEffect(() => {
    editsReplay.value = false
    const editing = pane.current?.querySelector('details')
    if (!wanted || !editing) return
    editing.open = true
    editing.querySelector<HTMLElement>('textarea:last-of-type, input')?.focus()
  }, [wanted])
  const order = replayOf(form, before)
  const command = replayCommand(capture.id, order)
  const isEdited = 'body' in order || 'headers' in order || 'method' in order
  const [wasEdited] = useState(isEdited)
  const send = async () => {
    const done = await replay(capture.id, order)
    setExchange(done.ok ? done.value.exchange : null)
    if (done.ok) replayDrafts.forget(capture.id)
    return done
  }
  if (capture.body_omitted)
    return <p>Cannot replay: the body exceeded the size limit, so the sandbox did not keep it.</p>
  return (
    <div class="resend" ref={pane}>
      <Form
        rows={replayFields(capture, wasEdited)}
        draft={draft}
        title={
          isEdited
            ? 'Replay edited'
            : order.sign === undefined
              ? 'Replay unchanged'
              : 'Replay with a new signature'
        }
        send={send}
      />
      {!isText(capture) && (
        <p class="quiet">
          The body is not text, or is too large to edit. The sandbox sends the bytes as received.
        </p>
      )}
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

const isText = ({ body }: Pick<Capture, 'body'>) => body !== null

const isOwnSecret = ({ sign }: Typed<ReplayForm>) => sign === 'secret'

/** The fields of a replay; the fold is open if the form `isEdited`. */
export const replayFields = (capture: Pick<Capture, 'body'>, isEdited: boolean): Rows<ReplayForm> => [
  {
    name: 'url',
    label: 'URL',
    placeholder: 'http://localhost:3000/webhooks',
    hint: 'If empty, the sandbox sends to the forward address of the endpoint, or else to the endpoint.',
  },
  {
    name: 'sign',
    label: 'Signature',
    kind: 'select',
    options: () => signOptions(endpoints.value ?? [], subscriptions.value ?? [], location.origin),
  },
  [
    {
      name: 'scheme',
      label: 'Scheme',
      kind: 'select',
      options: () => schemeOptions.value,
      when: isOwnSecret,
    },
    { name: 'secret', label: 'Secret', kind: 'secret', required: true, when: isOwnSecret },
  ],
  {
    fold: 'Edit request',
    isOpen: isEdited,
    rows: [
      { name: 'method', label: 'Method' },
      {
        name: 'headers',
        label: 'Headers',
        kind: 'lines',
        hint: 'One header per line. The sandbox does not send a header that you remove. It sets Host and Content-Length.',
        rows: 6,
        flaw: withoutColon,
      },
      {
        name: 'body',
        label: 'Body',
        kind: 'body',
        hint: 'If you do not edit the body, the sandbox sends the bytes as received.',
        when: () => isText(capture),
      },
    ],
  },
]
