/** The requests that arm and disarm errors. */
import type { ArmedError } from '../../../server/wire.ts'
import { request } from '../api.ts'

const id = encodeURIComponent

/** What to arm: one of `code`, `status` and `outcome`, and the calls it matches. */
export interface ArmOrder {
  code?: string
  status?: number
  body?: unknown
  outcome?: 'reset' | 'hang'
  method?: string
  path?: string
  identity?: string
  times?: number
  after?: number
  probability?: number
  delay_ms?: number
}
export const postArmedError = (order: ArmOrder) =>
  request<{ armed_error: ArmedError; note: string | null }>('POST', '/sandbox/armed-errors', { body: order })
export const deleteArmedError = (name: string) =>
  request<{ armed_error: ArmedError }>('DELETE', `/sandbox/armed-errors/${id(name)}`)
