/** The requests that add and remove fault rules. */

import type { FaultRule } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { deleteFaultRule, postFaultRule, type RuleOrder } from '../live/routes/faults.ts'
import { undoable } from '../live/undo.ts'
import { faultRules, takeFaultRule } from './faults.ts'
import { ruleAgain } from './rule-words.ts'

/** Adds a rule, with Undo. */
export async function addRule(order: RuleOrder): Promise<Result<unknown>> {
  const done = await put(order)
  if (done.ok) {
    const { id, fault } = done.value.fault_rule
    undoable(`Added ${fault}`, () => drop(id))
  }
  return done
}

/** Adds a rule. The live frame may have listed the rule already. */
async function put(order: RuleOrder) {
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
  if (!(await drop(id))) return
  const order = ruleAgain(rule)
  if (order === null) said.value = `Removed ${fault}`
  else undoable(`Removed ${fault}`, () => void attemptTo(put(order)))
}

/** Returns whether the rule is gone. */
async function drop(id: string): Promise<boolean> {
  const isGone = (await attemptTo(deleteFaultRule(id))) !== null
  if (isGone) takeFaultRule({ id, deleted: true })
  return isGone
}
