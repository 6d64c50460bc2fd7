/** The form that starts a run of a scenario. */

import type { Scenario } from '../../server/wire.ts'
import { movesClock } from '../../server/words/clock.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { runCommand } from '../commands/simulator-commands.ts'
import { useDraft } from '../form/drafts.ts'
import { Check, FormActs, fieldsOf, SelectField, submits, TextField } from '../form/field.tsx'
import { fieldProblems } from '../form/field-problems.ts'
import { FieldProblem, ProblemBox } from '../kit/problem.tsx'
import { useSending } from '../live/use-loaded.ts'
import { fromHere } from '../place/navigation.ts'
import { subscriptionOptions } from '../subscription/subscription-options.ts'
import { startRun } from './orders.ts'
import { emptyRun, type RunDraft, runDrafts, runOf, variableText } from './run-draft.ts'

const speeds = [
  ['', 'as fast as possible'],
  ['1', '×1, real time'],
  ['10', '×10'],
  ['60', '×60, one minute per second'],
  ['3600', '×3600, one hour per second'],
] as const

export function RunForm({ scenario }: { scenario: Scenario }) {
  const { problem, setProblem, busy, send } = useSending()
  const { name } = scenario
  const { form: draft, change: setDraft } = useDraft(runDrafts, name, () => emptyRun)
  const change = (part: Partial<RunDraft>) => {
    // The refusal belonged to the previous values.
    setProblem(null)
    setDraft({ ...draft, ...part })
  }
  const { at, rest } = fieldProblems(problem, ['seed', 'set'])
  const field = fieldsOf(draft, change, at)
  const order = runOf(scenario, draft)
  const variables = Object.entries(scenario.set)
  const submit = async () => {
    const goOn = fromHere()
    const begun = await send(() => startRun(name, order))
    if (begun?.ok) goOn({ open: begun.value.run.id })
  }
  return (
    <>
      <form class="stack" noValidate onSubmit={submits(submit)}>
        {variables.length > 0 && (
          <fieldset>
            <legend>Variables</legend>
            <div class="columns">
              {variables.map(([variable, value]) => (
                <TextField
                  key={variable}
                  label={variable}
                  value={draft.set[variable] ?? variableText(value)}
                  onInput={(typed) => change({ set: { ...draft.set, [variable]: typed } })}
                />
              ))}
            </div>
            {at.set !== undefined && <FieldProblem text={at.set} />}
          </fieldset>
        )}
        <div class="columns">
          <TextField
            label="Seed"
            type="number"
            min={0}
            max={2 ** 32 - 1}
            placeholder="random, shown with the run"
            {...field('seed')}
          />
          <SelectField label="Speed of waits" {...field('speed')} options={speeds} />
          <SelectField
            label="Deliver to"
            {...field('subscription')}
            options={subscriptionOptions('an endpoint of the run')}
          />
        </div>
        <Check
          label="Start paused"
          hint="Then run step by step."
          checked={draft.paused}
          onChange={(paused) => change({ paused })}
        />
        {scenario.moves_clock && <p class="quiet">{movesClock('this scenario')}</p>}
        {rest && <ProblemBox problem={rest} />}
        <FormActs title={`Run ${name}`} disabled={scenario.problems.length > 0} busy={busy} />
      </form>
      <Terminal commands={formCommands(runCommand(name, order), `/sandbox/scenarios/${name}/run`, order)} />
    </>
  )
}
