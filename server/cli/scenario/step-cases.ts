/** The steps of a scenario as cases of a report. */
import type { ReportCase } from '../../reports/report.ts'
import type { Run, RunStep, Scenario } from '../../wire.ts'
import { fromIso } from '../../words/time.ts'

/** How a scenario ended: `invalid` if its file has mistakes. */
export interface Outcome {
  scenario: Scenario
  state: Run['state'] | 'invalid'
  run?: Run
}

/**
 * One case for each step, one for a failure outside of the steps, and one for a scenario with mistakes in its file.
 * @param fix what to do if the scenario did not succeed
 */
export function stepCases({ scenario, state, run }: Outcome, fix: string): ReportCase[] {
  const suite = scenario.name
  const whole = { suite, name: suite, ms: 0, status: 'error' } as const
  if (run === undefined)
    return [{ ...whole, message: scenario.problems.join('\n') || `The scenario is ${state}.`, details: fix }]
  const steps = run.steps.map((step) => stepCase(suite, step, fix))
  const isShown = state === 'succeeded' || steps.some(({ status }) => status === 'failed')
  return isShown ? steps : [...steps, { ...whole, message: run.detail ?? `The run ${state}.`, details: fix }]
}

function stepCase(suite: string, step: RunStep, fix: string): ReportCase {
  const { index, name, round, state, summary, detail, started_at, finished_at } = step
  const one = {
    suite,
    name: `${index} ${name}${round === null ? '' : ` round ${round}`}`,
    ms:
      started_at === null || finished_at === null
        ? 0
        : ((fromIso(finished_at) ?? 0) - (fromIso(started_at) ?? 0)) / 1000,
  }
  if (state === 'succeeded') return { ...one, status: 'passed' }
  if (state === 'failed')
    return { ...one, status: 'failed', message: detail ?? summary, details: `${summary}\n${fix}` }
  return { ...one, status: 'skipped', message: detail ?? `The step did not run: ${state}.` }
}
