/** The requests that add and remove fault rules. */

import type { FaultRule } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { deleteFaultRule, postFaultRule, type RuleOrder } from '../live/routes.ts'
import { undoable } from '../live/undo.ts'
import { faultRules, takeFaultRule } from './faults.ts'
import { ruleAgain } from './rule-words.ts'

/** Adds a rule. The live frame may have listed the rule already. */
export async function addRule(order: RuleOrder): Promise<Result<unknown>> {
  const done = await postFaultRule(order)
  if (!done.ok) return done
  const { fault_rule } = done.value
  if (!faultRules.value?.some((one) => one.id === fault_rule.id)) takeFaultRule(fault_rule)
  said.value = `Added ${fault_rule.fault}`
  return done
}

/** Removes a rule. Existing deliveries keep their fault. Undo adds a rule for the remaining matches. */
export async function removeRule(rule: FaultRule): Promise<void> {
  const { id, fault } = rule
  if ((await attemptTo(deleteFaultRule(id))) === null) return
  takeFaultRule({ id, deleted: true })
  const order = ruleAgain(rule)
  if (order === null) said.value = `Removed ${fault}`
  else undoable(`Removed ${fault}`, () => void attemptTo(addRule(order)))
}
