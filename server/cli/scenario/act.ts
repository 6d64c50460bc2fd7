import type { Run } from '../../wire.ts'
import { jsonLine } from '../../words/printable.ts'
import { createClient, type TargetFlags } from '../client.ts'
import { printLines } from '../print-lines.ts'
import type { Shell } from '../terminal.ts'
import { labelWidth, runHead, runState, stepLine } from './lines.ts'
import { runPath } from './named.ts'

export interface ScenarioActFlags extends TargetFlags {
  json?: true
}
/** What can be done to a run under way, and how it is explained. */
export const runActs = {
  pause: 'let a run wait after the step under way',
  step: 'let a paused run do one step',
  resume: 'let a paused run go on',
  stop: 'end a run',
} as const
export type RunAct = keyof typeof runActs

/** Does something to a run under way, and prints where it stands. */
export async function scenarioAct(
  { act, id }: { act: RunAct; id: string },
  flags: ScenarioActFlags,
  { terminal, environment }: Shell,
) {
  const answer = await createClient(flags, environment).post<{ run: Run }>(runPath(id, act), 'run', {})
  if (flags.json) return terminal.out(jsonLine(answer))
  const { run } = answer
  const last = run.steps.findLast(({ state }) => state !== 'pending')
  const step = last ? [stepLine(last, { width: labelWidth([last]) })] : []
  printLines(terminal, [[runState(run), ...runHead(run)], ...step])
}
