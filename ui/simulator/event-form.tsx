/** The form that sends an event. */

import { useEffect, useState } from 'preact/hooks'
import type { CatalogueEvent } from '../../server/wire.ts'
import { type Command, Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { deliveryLink } from '../detail/related.tsx'
import { FaultField } from '../faults/fault-field.tsx'
import { useDraft } from '../form/drafts.ts'
import { Form, isFlawed, orderOf } from '../form/form.tsx'
import type { SchemaPath } from '../json/schema/schema-paths.ts'
import { Choice } from '../kit/choice.tsx'
import { many, count as shown } from '../kit/format.ts'
import { postEvent, type Trigger, type Triggered } from '../live/routes.ts'
import { useSending } from '../live/use-loaded.ts'
import { rows, version } from '../stream/stream.ts'
import { Overrides } from './overrides.tsx'
import { PayloadEditor } from './payload-editor.tsx'
import {
  checked,
  type Draft,
  firstTrigger,
  indented,
  isForcible,
  triggerDrafts,
  triggerFields,
  wantsFault,
} from './trigger-draft.ts'

interface Props {
  /** The event name, or a pattern. */
  name: string
  /** Undefined for a pattern, whose payloads are always generated. */
  event: CatalogueEvent | undefined
  paths: readonly SchemaPath[]
}

export function EventForm({ name, event, paths }: Props) {
  const sending = useSending()
  const { problem } = sending
  const draft = useDraft(triggerDrafts, name, () => firstTrigger)
  const { form } = draft
  const [fired, setFired] = useState<(Triggered & { isWithoutHistory: boolean }) | null>(null)
  const [faultFocus, setFaultFocus] = useState(0)
  const wanted = wantsFault.value
  useEffect(() => {
    if (wanted) setFaultFocus((count) => count + 1)
    wantsFault.value = false
  }, [wanted])
  const example = indented(event?.example)
  const written = draft.form.payload?.text
  const fields = triggerFields(
    { name, event, paths },
    {
      payload: ({ label, value, onInput }) => (
        <>
          {event && (
            <Choice
              label={label}
              options={payloads}
              value={value !== null}
              onPick={(isWhole) => onInput(isWhole ? { text: written ?? example } : null)}
            />
          )}
          {value !== null && (
            <PayloadEditor
              text={value.text}
              problems={checked(value, event).problems}
              example={example}
              onInput={(text) => onInput({ text })}
            />
          )}
        </>
      ),
      set: ({ value, onInput }) => (
        <Overrides name={name} paths={paths} overrides={value} onChange={onInput} />
      ),
      fault: (control) => <FaultField {...control} focus={faultFocus} />,
    },
  )
  const orderFrom = (form: Draft): Trigger => ({ ...orderOf(fields, form), event: name })
  const trigger = orderFrom(form)
  const forced = { ...form, force: 'on' }
  const fire = async (order: Trigger) => {
    setFired(null)
    const done = await postEvent(order)
    if (done.ok) setFired({ ...done.value, isWithoutHistory: hasNoHistory(order, done.value) })
    return done
  }
  const isRefused =
    form.force === '' &&
    !isFlawed(fields, forced) &&
    (isFlawed(fields, form) || (problem !== null && isForcible(problem.code)))
  return (
    <>
      <Form
        rows={fields}
        draft={draft}
        title={`Send ${name}`}
        send={() => fire(trigger)}
        sending={sending}
        anyway={
          isRefused && (
            <button type="button" onClick={() => void sending.send(() => fire(orderFrom(forced)))}>
              {anywayTitle}
            </button>
          )
        }
      />
      {fired && <Fired fired={fired} isWithoutHistory={fired.isWithoutHistory} />}
      {(isRefused || !isFlawed(fields, form)) && (
        <Terminal
          commands={
            isRefused
              ? [...commandsOf(trigger, `Send ${name}`), ...commandsOf(orderFrom(forced), anywayTitle)]
              : commandsOf(trigger)
          }
        />
      )}
    </>
  )
}

/** Whether the history is empty because the object existed already. */
const hasNoHistory = ({ event, with_history, count = 1 }: Trigger, { counts }: Triggered): boolean =>
  with_history === true && !event.includes('*') && counts.events === count

const anywayTitle = 'Send anyway (force)'

const commandsOf = (trigger: Trigger, button?: string): Command[] =>
  [
    { what: 'as a command', text: triggerCommand(trigger) },
    { what: 'as curl', text: sandboxCurl('POST', '/sandbox/events', trigger) },
  ].map(({ what, text }) =>
    button === undefined ? { what, text } : { button, what: `${button} ${what}`, text },
  )

/** The payload is generated, or written by the reader. */
const payloads = [
  [false, 'Generated'],
  [true, 'Custom JSON'],
] as const

const shownAtMost = 8

function Fired({ fired, isWithoutHistory }: { fired: Triggered; isWithoutHistory: boolean }) {
  const { counts, deliveries = [] } = fired
  // Subscribes to row updates, so that responses appear.
  version.value
  const first = deliveries.slice(0, shownAtMost).map((row) => {
    const known = rows.get(row.id)
    return known?.kind === 'delivery' ? known.data : row
  })
  return (
    <section class="related" aria-live="polite">
      <h3>
        Sent {many(counts.events, 'event')}, {many(counts.deliveries, 'delivery', 'deliveries')}
      </h3>
      {isWithoutHistory && <p class="quiet">No history: the object existed already.</p>}
      {counts.deliveries === 0 && (
        <p class="quiet">
          No enabled subscription matches this event. Subscribe to it, or select a subscription above.
        </p>
      )}
      {first.map(deliveryLink)}
      {counts.deliveries > first.length && (
        <p class="quiet">and {shown(counts.deliveries - first.length)} more in the stream</p>
      )}
    </section>
  )
}
