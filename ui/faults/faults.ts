/** The known faults and the fault rules, kept up to date by live frames. */

import { signal } from '@preact/signals'
import type { CatalogueFault, FaultRule } from '../../server/wire.ts'
import { getFaultRules, getFaults } from '../live/routes.ts'
import { withNews } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'

/** The value of `open` in the address that shows the fault rules. */
export const standingFaults = 'standing-faults'

/** All faults, for completion. */
export const knownFaults = signal<readonly CatalogueFault[]>([])
/** The fault rules, newest first. Null until loaded. */
export const faultRules = signal<readonly FaultRule[] | null>(null)

/** Loads the faults and the fault rules. */
export const readFaults = (): Promise<void> =>
  besideTold(async () => {
    const [known, rules] = await Promise.all([getFaults(), getFaultRules()])
    // `sticky` modifies other faults and is not a fault itself.
    if (known.ok) knownFaults.value = known.value.faults.filter(({ fault }) => fault !== 'sticky')
    if (rules.ok) faultRules.value = rules.value.fault_rules
  })

/** Applies a live frame about one rule. */
export const takeFaultRule = (data: FaultRule | { id: string; deleted: true }): void =>
  takeTold(() => {
    faultRules.value = withNews(faultRules.value, data)
  })
