/** The requests that change an endpoint. */
import type { Endpoint, RateLimit, Reply } from '../../../server/wire.ts'
import { request } from '../api.ts'

const id = encodeURIComponent

/** The settings to change on an endpoint; null clears a setting. */
export interface EndpointForm {
  name: string
  secret?: string | null
  scheme?: string | null
  scheme_options?: Record<string, unknown>
  reply?: Reply
  forward_to?: string[]
  rate_limit?: RateLimit | null
}
export const postEndpoint = (form: EndpointForm) =>
  request<{ endpoint: Endpoint }>('POST', '/sandbox/endpoints', { body: form })
export const patchEndpoint = ({ name, ...change }: EndpointForm) =>
  request<{ endpoint: Endpoint }>('PATCH', `/sandbox/endpoints/${id(name)}`, { body: change })
export const deleteEndpoint = (name: string) => request<null>('DELETE', `/sandbox/endpoints/${id(name)}`)
