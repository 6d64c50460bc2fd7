/** Names the participants and orders their lanes. */
import type { CallRow } from '../../server/wire.ts'
import { isOwnAddress } from '../../server/words/address.ts'
import { type Party, partyKinds } from './step.ts'

/** The sandbox endpoint of an address, under any name of this machine. */
export function ownEndpoint(url: string, origin: string): string | null {
  if (!URL.canParse(url) || !isOwnAddress(url, origin)) return null
  return new URL(url).pathname.match(/^\/in\/([^/]+)/)?.[1] ?? null
}

export const endpointParty = (name: string): Party => ({
  id: `in:${name}`,
  kind: 'endpoint',
  name: `/in/${name}`,
})

/** The receiver of a delivery with its name. */
export function receiverParty(url: string, origin: string, name: string): Party {
  const own = ownEndpoint(url, origin)
  return own !== null ? endpointParty(own) : { id: `to:${name}`, kind: 'receiver', name }
}

/** The caller of a call: a run, or a client, by its identity if there are several. */
export function callerParty(
  call: Pick<CallRow, 'run_id' | 'identity'>,
  { severalClients, runName }: { severalClients: boolean; runName: (id: string) => string },
): Party {
  if (call.run_id !== null)
    return { id: `run:${call.run_id}`, kind: 'run', name: `run ${runName(call.run_id)}` }
  if (!severalClients) return { id: 'client', kind: 'client', name: 'your client' }
  const identity = call.identity ?? 'no identity'
  return { id: `client:${identity}`, kind: 'client', name: `client ${identity}` }
}

/** The sender of captures that no delivery explains. */
export const strangers: Party = { id: 'others', kind: 'others', name: 'other senders' }

/** From left to right: callers, sandbox, receivers. Sorted by name, so that no lane moves when another appears. */
export const byPlace = (a: Party, b: Party): number =>
  partyKinds.indexOf(a.kind) - partyKinds.indexOf(b.kind) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
