/** The form that starts a run of a scenario. */

import type { Run, Scenario } from '../../server/wire.ts'
import { movesClock } from '../../server/words/clock.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { runCommand } from '../commands/simulator-commands.ts'
import { createDrafts, useDraft } from '../form/drafts.ts'
import { TextField } from '../form/field.tsx'
import { Form, orderOf, type Rows, type Typed } from '../form/form.tsx'
import { filled, numberIn } from '../form/typed.ts'
import { readValue } from '../json/schema/schema-paths.ts'
import { FieldProblem } from '../kit/problem.tsx'
import type { RunWords } from '../live/routes/running.ts'
import { fromHere } from '../place/navigation.ts'
import { receiver, subscriptionOptions } from '../subscription/subscription-options.ts'
import { startRun } from './orders.ts'

interface Own {
  /** The changed variables. */
  set: Readonly<Record<string, string>>
}
/** The form as typed. An empty field uses the default. */
type RunDraft = Typed<RunWords, Own>
export const emptyRun: RunDraft = { set: {}, seed: '', speed: '', subscription_id: '', paused: '' }

/** Drafts by scenario name. */
const runDrafts = createDrafts<RunDraft>()

/** The text of a default value. */
export const variableText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The fields of a run. Variables keep the type of their defaults, and defaults are left out. */
export const runFields = ({ set: defaults }: Pick<Scenario, 'set'>): Rows<RunWords, Own> => [
  {
    name: 'set',
    label: 'Variables',
    send: (typed) =>
      unlessEmpty(
        Object.fromEntries(
          Object.entries(typed)
            .filter(([name, text]) => name in defaults && text !== variableText(defaults[name]))
            .map(([name, text]) => [name, readValue(text, [typeof defaults[name]])]),
        ),
      ),
    when: () => Object.keys(defaults).length > 0,
    draw: ({ label, value, problem, onInput }) => (
      <fieldset>
        <legend>{label}</legend>
        <div class="columns">
          {Object.entries(defaults).map(([variable, usual]) => (
            <TextField
              key={variable}
              label={variable}
              value={value[variable] ?? variableText(usual)}
              onInput={(typed) => onInput({ ...value, [variable]: typed })}
            />
          ))}
        </div>
        {problem && <FieldProblem text={problem} />}
      </fieldset>
    ),
  },
  [
    {
      name: 'seed',
      label: 'Seed',
      kind: 'number',
      min: 0,
      max: 2 ** 32 - 1,
      placeholder: 'random, shown with the run',
    },
    { name: 'speed', label: 'Speed of waits', kind: 'select', options: () => speeds, send: numberIn },
    { ...receiver, label: 'Deliver to', options: () => subscriptionOptions('An endpoint of the run') },
  ],
  { name: 'paused', label: 'Start paused', kind: 'check', hint: 'Then run step by step.', usual: '' },
]

const speeds = [
  ['', 'As fast as possible'],
  ['1', '×1, real time'],
  ['10', '×10'],
  ['60', '×60, one minute per second'],
  ['3600', '×3600, one hour per second'],
] as const

const unlessEmpty = (set: Record<string, unknown>) => (Object.keys(set).length > 0 ? set : undefined)

/** The request that repeats a run. */
export const againOf = (
  run: Pick<Run, 'set' | 'seed' | 'speed' | 'endpoint' | 'subscription_id'>,
): RunWords =>
  filled({
    set: unlessEmpty(run.set),
    seed: run.seed,
    speed: run.speed ?? undefined,
    subscription_id: run.endpoint === null ? run.subscription_id : undefined,
  })

export function RunForm({ scenario }: { scenario: Scenario }) {
  const { name } = scenario
  const draft = useDraft(runDrafts, name, () => emptyRun)
  const fields = runFields(scenario)
  const order = orderOf(fields, draft.form)
  const send = async () => {
    const goOn = fromHere()
    const begun = await startRun(name, order)
    if (begun.ok) goOn({ open: begun.value.run.id })
    return begun
  }
  return (
    <>
      <Form
        rows={fields}
        draft={draft}
        title={`Run ${name}`}
        send={send}
        disabled={scenario.problems.length > 0}
      >
        {scenario.moves_clock && <p class="quiet">{movesClock('this scenario')}</p>}
      </Form>
      <Terminal commands={formCommands(runCommand(name, order), `/sandbox/scenarios/${name}/run`, order)} />
    </>
  )
}
