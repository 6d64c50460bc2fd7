/** The form that starts a run of a scenario. */

import type { Scenario } from '../../server/wire.ts'
import { movesClock } from '../../server/words/clock.ts'
import { Terminal } from '../commands/commands.tsx'
import { formCommands } from '../commands/curl.ts'
import { runCommand } from '../commands/simulator-commands.ts'
import { useDraft } from '../form/drafts.ts'
import { TextField } from '../form/field.tsx'
import { Form, orderOf } from '../form/form.tsx'
import { FieldProblem } from '../kit/problem.tsx'
import { fromHere } from '../place/navigation.ts'
import { startRun } from './orders.ts'
import { emptyRun, runDrafts, runFields, variableText } from './run-draft.ts'

export function RunForm({ scenario }: { scenario: Scenario }) {
  const { name } = scenario
  const draft = useDraft(runDrafts, name, () => emptyRun)
  const fields = runFields(scenario, {
    set: ({ label, value, problem, onInput }) => (
      <fieldset>
        <legend>{label}</legend>
        <div class="columns">
          {Object.entries(scenario.set).map(([variable, usual]) => (
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
  })
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
