/** The requests that change fault rules. */
import type { FaultRule } from '../../../server/wire.ts'
import { request } from '../api.ts'

const id = encodeURIComponent

/** A new rule; absent fields match everything. */
export type RuleOrder = Pick<FaultRule, 'fault'> & {
  event?: string
  subscription_id?: string
  every?: number
  probability?: number
  first?: number
}
export const postFaultRule = (order: RuleOrder) =>
  request<{ fault_rule: FaultRule }>('POST', '/sandbox/fault-rules', { body: order })
export const deleteFaultRule = (rule: string) =>
  request<unknown>('DELETE', `/sandbox/fault-rules/${id(rule)}`)
