import type { CatalogueFault, FaultRule } from '../../../server/wire.ts'
import { request } from '../api.ts'

/** A rule to be made; what is absent does not narrow it. */
export type RuleOrder = Pick<FaultRule, 'fault'> & {
  event?: string
  subscription_id?: string
  every?: number
  probability?: number
  first?: number
}

export const getFaults = () => request<{ faults: CatalogueFault[] }>('GET', '/sandbox/catalogue/faults')
export const getFaultRules = () =>
  request<{ fault_rules: FaultRule[] }>('GET', '/sandbox/fault-rules?limit=500')
export const postFaultRule = (order: RuleOrder) =>
  request<{ fault_rule: FaultRule }>('POST', '/sandbox/fault-rules', { body: order })
export const deleteFaultRule = (id: string) =>
  request<unknown>('DELETE', `/sandbox/fault-rules/${encodeURIComponent(id)}`)
