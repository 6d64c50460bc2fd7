/** The steps that set faults, errors and replies for the rest of a run. */
import { tellEndpoint } from '../../../capture/endpoints.ts'
import type { Transaction } from '../../../database/writer.ts'
import { plural } from '../../../words/plural.ts'
import type { Read } from '../../scenarios/kinds.ts'
import type { Done, RunnerNeeds, StepWorld } from '../context.ts'
import { StepFailure } from '../failure.ts'
import type { RunRecord } from '../record.ts'

/** Adds a fault to later deliveries of the run's subscription, or removes all faults of the run. */
export async function fault(given: Read<'fault'>, { needs, going, run }: StepWorld): Promise<Done> {
  const { fault: text, on = '*', ...when } = given
  if (text === 'none') {
    const before = run().standing.rules.length
    await going.journal.change(
      (record) => ({ ...record, standing: { ...record.standing, rules: [] } }),
      removing(needs, { rules: run().standing.rules, armed: [] }),
    )
    return { detail: `${plural(before, 'rule')} removed` }
  }
  await going.journal.stand(
    'rules',
    (tx) =>
      needs.rulebook.make(tx, { fault: text, event: on, subscription_id: run().subscriptionId, ...when }).id,
  )
  return { detail: `applies until it is removed or the run ends` }
}

/** Makes calls of the run's identity fail. */
export async function arm(order: Read<'arm'>, { needs, going, run }: StepWorld): Promise<Done> {
  await going.journal.stand('armed', (tx) => needs.armory.arm(tx, { ...order, identity: run().identity }).id)
  return { detail: 'waits for calls until the run ends' }
}

/** Changes the reply of the run's own receiver. */
export async function reply(given: Read<'reply'>, { needs, going, run }: StepWorld): Promise<Done> {
  const { endpoint } = run()
  if (endpoint === null)
    return { detail: 'the run uses a named subscription, whose receiver cannot be changed', isSkipped: true }
  await going.journal.change(
    (record) => record,
    (tx) => {
      const found = needs.endpoints.find(endpoint)
      if (!found) throw new StepFailure(`The run's receiver /in/${endpoint} was removed.`)
      const changed = { ...found, reply: given.reply, replies: 0, ruleReplies: {} }
      needs.endpoints.put(changed)
      tellEndpoint(tx, needs.endpoints, changed, needs.baseUrl())
    },
  )
  return { detail: `/in/${endpoint} replies this way from now on` }
}

/** Removes the rules and armed errors of a run. */
export const removing =
  (
    { rules, rulebook, armed, armory }: Pick<RunnerNeeds, 'rules' | 'rulebook' | 'armed' | 'armory'>,
    standing: RunRecord['standing'],
  ) =>
  (tx: Transaction) => {
    for (const id of standing.rules) {
      const rule = rules.find(id)
      if (rule) rulebook.remove(tx, rule)
    }
    for (const id of standing.armed) {
      const error = armed.find(id)
      if (error) armory.disarm(tx, error)
    }
  }
