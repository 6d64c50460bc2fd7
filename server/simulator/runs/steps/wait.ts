/** The step that lets time pass. */
import { monthStart } from '../../../platform/dates.ts'
import { duration } from '../../../words/duration.ts'
import { latestTime, toIso } from '../../../words/time.ts'
import type { Read } from '../../scenarios/kinds.ts'
import type { Done, StepWorld } from '../context.ts'
import { StepFailure } from '../failure.ts'

/** Waits until the sandbox's clock has advanced by a duration. */
export async function wait(given: Read<'wait'>, { needs, going, step }: StepWorld): Promise<Done> {
  const now = needs.clock.now()
  const until = given.wait === 'next month' ? monthStart(now, 1) : now + given.wait * 1000
  if (until > latestTime) throw new StepFailure('wait: this time is after the year 9999.')
  await going.journal.step(step.index, {
    detail: `until ${toIso(until)}`,
    result: { waits_until: toIso(until) },
  })
  await going.turns.sleep(until)
  const said = `it is ${toIso(needs.clock.now())}`
  return { detail: given.wait === 'next month' ? said : `${duration(given.wait)} passed; ${said}` }
}
