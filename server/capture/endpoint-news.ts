import type { Transaction } from '../database/writer.ts'
import type { Endpoint } from '../wire.ts'
import { type EndpointRecord, type EndpointStore, endpointWire } from './endpoints.ts'

// News is kept for clients that come back, and with it what it is told from to them: all but the reply, which may be large
// and is asked for by then.

/** Tells of an endpoint as it is now. */
export function tellEndpoint(
  tx: Transaction,
  endpoints: Pick<EndpointStore, 'find'>,
  record: EndpointRecord,
  baseUrl: string,
) {
  const told = endpointWire(record, baseUrl)
  tx.announce('endpoint', { now: () => told, later: laterOf(endpoints, { ...told, reply: null }) })
}

const laterOf = (endpoints: Pick<EndpointStore, 'find'>, then: Endpoint) => () => {
  const found = endpoints.find(then.name)
  return found && { ...then, reply: found.reply }
}

/** Tells that an endpoint is gone. */
export const tellNoEndpoint = (tx: Transaction, name: string) =>
  tx.announce('endpoint', () => ({ name, deleted: true }))
