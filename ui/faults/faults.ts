import { signal } from '@preact/signals'
import type { CatalogueFault, FaultRule } from '../../server/wire.ts'
import { getFaultRules, getFaults } from '../live/routes.ts'
import { withNews } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'

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
export const takeFaultRule = (data: FaultRule | { id: string; deleted: true }): void =>
  takeTold(() => {
    faultRules.value = withNews(faultRules.value, data)
  })
