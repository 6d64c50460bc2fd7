import { useState } from 'preact/hooks'
import type { Scenario } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { runCommand } from '../commands/simulator-commands.ts'
import { SelectField, TextField } from '../form/field.tsx'
import { FieldProblem } from '../form/field-problem.tsx'
import { fieldProblems } from '../form/field-problems.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { useProblem } from '../live/use-problem.ts'
import { fromHere } from '../stream/from-here.ts'
import { subscriptionOptions } from '../subscription/subscription-options.ts'
import { changeRunDraft, type RunDraft, runDraftOf, runOf, variableText } from './run-draft.ts'
import { startRun } from './simulator.ts'

const speeds = [
  ['', 'as fast as it goes'],
  ['1', '×1, as long as it says'],
  ['10', '×10'],
  ['60', '×60, a minute in a second'],
  ['3600', '×3600, an hour in a second'],
] as const

/** Runs a scenario, with other values for its variables where wanted, and opens the run. */
export function RunForm({ scenario }: { scenario: Scenario }) {
  const [problem, setProblem] = useProblem()
  const [busy, setBusy] = useState(false)
  const { name } = scenario
  const draft = runDraftOf(name)
  const change = (part: Partial<RunDraft>) => {
    // What was refused was said of what stood there before.
    setProblem(null)
    changeRunDraft(name, part)
  }
  const { at, rest } = fieldProblems(problem, ['seed', 'set'])
  const order = runOf(scenario, draft)
  const variables = Object.entries(scenario.set)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const goOn = fromHere()
    const begun = await startRun(name, order)
    setBusy(false)
    setProblem(begun.ok ? null : begun.problem)
    if (begun.ok) goOn({ open: begun.value.run.id })
  }
  return (
    <>
      <form class="stack" noValidate onSubmit={(event) => void submit(event)}>
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
            placeholder="chosen by the sandbox, shown with the run"
            value={draft.seed}
            onInput={(seed) => change({ seed })}
            problem={at.seed}
          />
          <SelectField
            label="Waits go by"
            value={draft.speed}
            options={speeds}
            onPick={(speed) => change({ speed })}
          />
          <SelectField
            label="Delivered to"
            value={draft.subscription}
            options={subscriptionOptions('a receiver of its own')}
            onPick={(subscription) => change({ subscription })}
          />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.paused}
            onChange={(event) => change({ paused: event.currentTarget.checked })}
          />
          <span>
            Begin paused <span class="quiet">To go through it step by step.</span>
          </span>
        </label>
        {rest && <ProblemBox problem={rest} />}
        <div class="form-acts">
          <button type="submit" class="primary" disabled={scenario.problems.length > 0} aria-busy={busy}>
            Run {name}
          </button>
        </div>
      </form>
      <Terminal
        commands={[
          { what: 'the command', text: runCommand(name, order) },
          {
            what: 'the curl command',
            text: sandboxCurl('POST', `${location.origin}/sandbox/scenarios/${name}/run`, order),
          },
        ]}
      />
    </>
  )
}
