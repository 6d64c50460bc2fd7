import { createDrafts } from '../form/drafts.ts'
import type { RuleOrder } from '../live/routes.ts'

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

const number = <Name extends string>(name: Name, text: string) =>
  text.trim() === '' ? {} : ({ [name]: Number(text) } as Record<Name, number>)

/** The rule that the form stands for, without what is as it would be anyway. */
export const ruleOf = ({ fault, event, subscription, every, probability, first }: RuleForm): RuleOrder => ({
  fault: fault.trim(),
  ...(event.trim() === '' ? {} : { event: event.trim() }),
  ...(subscription === '' ? {} : { subscription_id: subscription }),
  ...number('every', every),
  ...number('probability', probability),
  ...number('first', first),
})
