import type { Run } from '../../wire.ts'
import { jsonLine } from '../../words/printable.ts'
import { createClient, type TargetFlags, withQuery } from '../client.ts'
import { tellNothing } from '../nothing-found.ts'
import { printLines } from '../print-lines.ts'
import { type Line, span } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { labelWidth, runHead, runState, stepLine } from './lines.ts'
import { runPath } from './named.ts'

export interface ScenarioRunsFlags extends TargetFlags {
  json?: true
}

const listedAtMost = 20

/** Prints the newest runs, the newest last, or one with its steps and the records that these made and met. */
export async function scenarioRuns(id: string | undefined, flags: ScenarioRunsFlags, shell: Shell) {
  const { terminal, environment } = shell
  const client = createClient(flags, environment)
  const print = (lines: readonly Line[]) => printLines(terminal, lines)
  if (id !== undefined) {
    const answer = await client.get<{ run: Run }>(runPath(id), 'run')
    return flags.json ? terminal.out(jsonLine(answer)) : print(detailLines(answer.run))
  }
  const path = withQuery('/sandbox/runs', { limit: listedAtMost })
  const { runs } = await client.get<{ runs: Run[] }>(path, 'runs')
  if (runs.length === 0) tellNothing(terminal, 'runs')
  const rows = runs.toReversed()
  if (flags.json) for (const run of rows) terminal.out(jsonLine(run))
  else print(rows.map((run) => [runState(run), ...runHead(run), ...why(run)]))
}

const why = ({ detail }: Run): Line => (detail === null ? [] : [span(`  ${detail}`)])

function detailLines(run: Run): Line[] {
  const width = labelWidth(run.steps)
  return [
    [runState(run), ...runHead(run), ...why(run)],
    ...run.steps.flatMap((step): Line[] => [
      stepLine(step, { width }),
      ...step.refs.map(({ kind, id }): Line => [span(`${' '.repeat(11)}${kind} ${id}`, 'gray')]),
    ]),
  ]
}
