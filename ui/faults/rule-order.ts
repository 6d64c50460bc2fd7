import type { FaultRule } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, numberIn, textIn } from '../form/typed.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { deleteFaultRule, postFaultRule, type RuleOrder } from '../live/routes.ts'
import { undoable } from '../live/undo.ts'
import { faultRules, takeFaultRule } from './faults.ts'
import { ruleAgain } from './rule-words.ts'

/** The form as typed; an empty field does not narrow the rule. */
export interface RuleForm {
  fault: string
  event: string
  subscription: string
  every: string
  probability: string
  first: string
}
export const emptyRule: RuleForm = {
  fault: '',
  event: '',
  subscription: '',
  every: '',
  probability: '',
  first: '',
}

/** The form of a new rule, where it was left before it was added. */
export const ruleDrafts = createDrafts<RuleForm>()

/** The rule that the form stands for, without what is as it would be anyway. */
export const ruleOf = ({ fault, event, subscription, every, probability, first }: RuleForm): RuleOrder => ({
  fault: fault.trim(),
  ...filled({
    event: textIn(event),
    subscription_id: textIn(subscription),
    every: numberIn(every),
    probability: numberIn(probability),
    first: numberIn(first),
  }),
})

/** Makes a rule and lists it, unless the live frame was faster. */
export async function addRule(order: RuleOrder): Promise<Result<unknown>> {
  const done = await postFaultRule(order)
  if (!done.ok) return done
  const { fault_rule } = done.value
  if (!faultRules.value?.some((one) => one.id === fault_rule.id)) takeFaultRule(fault_rule)
  said.value = `Added ${fault_rule.fault}`
  return done
}

/** Takes it off at once; deliveries made already keep their fault. Undone, what was left of it is made anew. */
export async function removeRule(rule: FaultRule): Promise<void> {
  const { id, fault } = rule
  if ((await attemptTo(deleteFaultRule(id))) === null) return
  takeFaultRule({ id, deleted: true })
  const order = ruleAgain(rule)
  if (order === null) said.value = `Removed ${fault}`
  else undoable(`Removed ${fault}`, () => void attemptTo(addRule(order)))
}
