/** The form that sends an event. */

import { useEffect, useState } from 'preact/hooks'
import type { CatalogueEvent } from '../../server/wire.ts'
import { type Command, Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { FaultField, faultProblem } from '../faults/fault-field.tsx'
import { Check, fieldsOf, SelectField, submits, TextField } from '../form/field.tsx'
import type { SchemaPath } from '../json/schema/schema-paths.ts'
import { Choice } from '../kit/choice.tsx'
import { many } from '../kit/format.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { postEvent, type Trigger, type Triggered } from '../live/routes.ts'
import { useSending } from '../live/use-loaded.ts'
import { subscriptionOptions } from '../subscription/subscription-options.ts'
import { Fired } from './fired.tsx'
import { Overrides } from './overrides.tsx'
import { PayloadEditor } from './payload-editor.tsx'
import {
  changeDraft,
  type Draft,
  draftOf,
  indented,
  isForcible,
  type OverrideProblem,
  overrideProblem,
  payloadOf,
  triggerOf,
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
  const { problem, busy, send } = useSending()
  const [fired, setFired] = useState<(Triggered & { isWithoutHistory: boolean }) | null>(null)
  const [faultFocus, setFaultFocus] = useState(0)
  const wanted = wantsFault.value
  useEffect(() => {
    if (wanted) setFaultFocus((count) => count + 1)
    wantsFault.value = false
  }, [wanted])
  const draft = draftOf(name)
  const change = (part: Partial<Draft>) => changeDraft(name, part)
  const field = fieldsOf(draft, change)
  const whole = payloadOf(draft, event)
  const trigger = triggerOf(name, draft, { paths, whole })
  const problems = whole ? [] : draft.overrides.map((one) => overrideProblem(one, paths, name)?.kind)
  const countOf = (kind: OverrideProblem['kind']) => problems.filter((one) => one === kind).length
  const values = whole ? whole.problems.length : countOf('value')
  const wrong = values + countOf('path')
  const isUnplaced = countOf('unplaced') > 0
  const isLost = whole !== null && whole.payload === undefined

  const fire = async (order: Trigger) => {
    const result = await send(() => {
      setFired(null)
      return postEvent(order)
    })
    if (result?.ok) setFired({ ...result.value, isWithoutHistory: hasNoHistory(order, result.value) })
  }
  const isRefused = !draft.force && (wrong > 0 || (problem !== null && isForcible(problem.code)))
  const anyway = (
    <button type="button" onClick={() => void fire({ ...trigger, force: true })}>
      {anywayTitle}
    </button>
  )
  return (
    <>
      <form class="stack" onSubmit={submits(() => fire(trigger))}>
        {event && (
          <Choice
            label="Payload"
            options={payloads}
            value={whole !== null}
            onPick={(isWhole) =>
              change({ payload: isWhole ? (draft.payload ?? indented(event.example)) : null })
            }
          />
        )}
        {whole === null ? (
          <Overrides
            name={name}
            paths={paths}
            overrides={draft.overrides}
            onChange={(overrides) => change({ overrides })}
          />
        ) : (
          <PayloadEditor
            text={draft.payload ?? ''}
            problems={whole.problems}
            example={indented(event?.example)}
            onInput={(payload) => change({ payload })}
          />
        )}
        <div class="columns">
          <TextField label="Count" type="number" min={1} max={100_000} required {...field('count')} />
          <SelectField
            label="To"
            {...field('subscription')}
            options={subscriptionOptions('all subscribers')}
          />
        </div>
        <FaultField {...field('fault')} problem={faultProblem(problem)} focus={faultFocus} />
        <div class="switches">
          <Check
            label="With history"
            hint={
              whole === null
                ? 'Also sends the earlier events if the sandbox has to create the object.'
                : 'A custom payload is sent unchanged and changes no object.'
            }
            disabled={whole !== null}
            checked={draft.withHistory && whole === null}
            onChange={(withHistory) => change({ withHistory })}
          />
          <Check
            label="Force"
            hint="Sends the event even if the schema or the state of its object refuses it."
            checked={draft.force}
            onChange={(force) => change({ force })}
          />
        </div>
        {problem && !faultProblem(problem) && (
          <ProblemBox problem={problem} act={isForcible(problem.code) ? anyway : undefined} />
        )}
        <div class="form-acts">
          <button
            type="submit"
            class="primary"
            aria-busy={busy}
            disabled={isLost || isUnplaced || (wrong > 0 && !draft.force)}
          >
            Send {name}
          </button>
          <span role="status" class="wait">
            {busy && 'sending…'}
          </span>
          {isLost && <span class="bad">The payload is not valid JSON. Force does not help.</span>}
          {isUnplaced && <span class="bad">A value has no path. Choose a path, or remove the value.</span>}
          {!isLost && !isUnplaced && wrong > 0 && !draft.force && (
            <>
              <span class="bad">{wrongWords(values, countOf('path'))}</span>
              {anyway}
            </>
          )}
        </div>
      </form>
      {fired && <Fired fired={fired} isWithoutHistory={fired.isWithoutHistory} />}
      {!isLost && (
        <Terminal
          commands={
            isRefused
              ? [
                  ...commandsOf(trigger, `Send ${name}`),
                  ...commandsOf({ ...trigger, force: true }, anywayTitle),
                ]
              : commandsOf(trigger)
          }
        />
      )}
    </>
  )
}

function wrongWords(values: number, paths: number): string {
  const said = [
    ...(paths > 0 ? [many(paths, 'unknown path')] : []),
    ...(values > 0 ? [many(values, 'invalid value')] : []),
  ]
  return `${said.join(' and ')}.`
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
