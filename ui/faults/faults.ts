import { signal } from '@preact/signals'
import type { CatalogueFault, FaultRule } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { deleteFaultRule, getFaultRules, getFaults, postFaultRule, type RuleOrder } from '../live/routes.ts'
import { put } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'
import { undoable } from '../live/undo.ts'
import { ruleAgain } from './rule-words.ts'

/** What the address says is open where the standing rules are shown. */
export const standingFaults = 'standing-faults'

/** Every fault there is, for completion. */
export const knownFaults = signal<readonly CatalogueFault[]>([])
/** The standing rules, newest first; null until they have been read. */
export const faultRules = signal<readonly FaultRule[] | null>(null)

/** Reads the faults and the rules that stand. */
export const readFaults = (): Promise<void> =>
  besideTold(async () => {
    const [known, rules] = await Promise.all([getFaults(), getFaultRules()])
    // `sticky` is listed too; it makes the others last and is no fault by itself.
    if (known.ok) knownFaults.value = known.value.faults.filter(({ fault }) => fault !== 'sticky')
    if (rules.ok) faultRules.value = rules.value.fault_rules
  })

/** Takes in news of one rule. */
export const takeFaultRule = (data: RuleNews): void => takeTold(() => takeIn(data))

type RuleNews = FaultRule | { id: string; deleted: true }
function takeIn(data: RuleNews): void {
  const known = faultRules.value ?? []
  faultRules.value =
    'deleted' in data
      ? known.filter((one) => one.id !== data.id)
      : put(known, data, (one) => one.id === data.id)
}

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
