/** Turns the loaded records into steps between participants. */

import type { CallRow } from '../../server/wire.ts'
import { isOwnAddress } from '../../server/words/address.ts'
import { duration } from '../../server/words/duration.ts'
import { answeredWords } from '../../server/words/short.ts'
import { callSign, withoutSecrets } from '../kit/format.ts'
import type { CaptureLine, DeliveryEntry, Entry } from '../live/entries.ts'
import { captureSign, faultsOf } from '../verdict/capture-sign.ts'
import { deliverySteps } from './delivery-steps.ts'
import { inOrder, means, type Party, partyKinds, plainStep, type Step, sandboxParty, timeOf } from './step.ts'

export interface World {
  /** The origin of the page. */
  origin: string
  successes: readonly number[]
  receiverName(delivery: DeliveryEntry['data']): string
  /** The scenario name of a run. */
  runName(id: string): string
  /** Captures of a delivery that are not listed. */
  capturesOf(delivery: string): readonly CaptureLine[]
}

type CallEntry = Extract<Entry, { kind: 'call' }>

/** `/api/v0.1/cards/7b1f0c12-…` in short: without prefix and secrets, with long ids cut. */
export const callPath = (path: string): string =>
  withoutSecrets(path)
    .replace(/^\/api\/v[\d.]+(?=\/)/, '')
    .replace(/([\da-f]{4})[\da-f]{4}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '$1…')

/** The times that several records share to the microsecond: the clock stood still then. */
function standstills(entries: readonly Entry[]): Set<number> {
  const seen = new Set<number>()
  const twice = new Set<number>()
  for (const entry of entries) {
    if (entry.kind !== 'call' && entry.kind !== 'event') continue
    const at = timeOf(entry.kind === 'call' ? entry.data.at : entry.data.occurred_at)
    if (seen.has(at)) twice.add(at)
    seen.add(at)
  }
  return twice
}

/** The sequence number at the start of a call. Its results have numbers before the call itself. */
function beginnings(entries: readonly Entry[]): Map<string, number> {
  const begun = new Map<string, number>()
  let caused: number | null = null
  for (const { kind, id, seq, data } of entries) {
    if (kind === 'call') begun.set(id, (caused ?? seq) - 0.5)
    if (kind === 'event' && data.source === 'call') caused ??= seq
    else if (kind !== 'delivery') caused = null
  }
  return begun
}

function callSteps({ id, seq, data }: CallEntry, from: Party, begun: number, stands: boolean): Step[] {
  const at = timeOf(data.at)
  const sign = callSign(data)
  const path = `${data.method} ${callPath(data.path)}`
  const fault = data.armed === null ? null : data.armed === 'header' ? 'armed by header' : 'armed'
  const isAnswered = data.status !== 0
  const spent = isAnswered && data.duration_ms >= 100 ? duration(data.duration_ms) : null
  const status = data.error_code === null ? sign.text : `${sign.text} ${data.error_code}`
  return [
    {
      ...plainStep,
      key: id,
      kind: 'call',
      id,
      at,
      seq: begun,
      from,
      to: sandboxParty,
      name: path,
      fault,
      tone: fault === null ? 'quiet' : 'fault',
      sentence: `${from.name} calls ${path}${fault === null ? '' : `, ${fault}`}`,
    },
    {
      ...plainStep,
      key: `${id}:answer`,
      kind: 'answer',
      id,
      at: stands ? at : at + data.duration_ms,
      seq: stands ? begun : seq,
      order: 1,
      from: sandboxParty,
      to: from,
      name: status,
      note: spent,
      tone: sign.tone,
      lost: !isAnswered,
      sentence: isAnswered
        ? `sandbox answers ${path} with ${status} in ${duration(data.duration_ms)}`
        : `sandbox does not answer ${path}: ${sign.text}`,
    },
  ]
}

function captureStep({ id, seq, data }: Extract<Entry, { kind: 'capture' }>): Step {
  const from = data.delivery_id === null ? strangers : sandboxParty
  const to = endpointParty(data.endpoint)
  const end = captureSign(data)
  const name = data.event ?? `${data.method} ${data.path}`
  const wrong = faultsOf(data)
    .map(({ mistake }) => mistake.replaceAll('_', ' '))
    .join(', ')
  return {
    ...plainStep,
    key: id,
    kind: 'capture',
    id,
    at: timeOf(data.received_at),
    seq,
    from,
    to,
    name,
    note: wrong === '' ? data.summary : wrong,
    end,
    tone: end.tone,
    answered: data.reply.status !== 0,
    sentence: `${from.name} ${from === strangers ? 'send' : 'sends'} ${name} to ${to.name}, ${end.text}, ${answeredWords(data.reply)}${wrong === '' ? '' : `, ${wrong}`}${means(data)}`,
  }
}

function eventStep({ id, seq, data }: Extract<Entry, { kind: 'event' }>): Step {
  return {
    ...plainStep,
    key: id,
    kind: 'event',
    id,
    at: timeOf(data.occurred_at),
    seq,
    from: sandboxParty,
    to: sandboxParty,
    name: data.event,
    note: data.summary ?? `event · ${data.source}`,
    sentence: `${data.event} happens, by ${data.source}${means(data)}`,
  }
}

/** All records as steps in order of time. `entries` are oldest first. */
export function stepsOf(entries: readonly Entry[], world: World): Step[] {
  const delivered = new Set<string>()
  const caught = new Map<string, CaptureLine[]>()
  const identities = new Set<string | null>()
  for (const entry of entries) {
    if (entry.kind === 'delivery') delivered.add(entry.id).add(entry.data.event_id)
    if (entry.kind === 'call' && entry.data.run_id === null) identities.add(entry.data.identity)
    if (entry.kind === 'capture' && entry.data.delivery_id !== null)
      caught.set(entry.data.delivery_id, [...(caught.get(entry.data.delivery_id) ?? []), entry.data])
  }
  const callers = { severalClients: identities.size > 1, runName: world.runName }
  const still = standstills(entries)
  const begun = beginnings(entries)
  const stepsFor = (entry: Entry): Step[] => {
    switch (entry.kind) {
      case 'call': {
        const stands = still.has(timeOf(entry.data.at))
        return callSteps(entry, callerParty(entry.data, callers), begun.get(entry.id) ?? entry.seq, stands)
      }
      case 'delivery':
        return deliverySteps(entry, {
          receiver: receiverParty(entry.data.url, world.origin, world.receiverName(entry.data)),
          successes: world.successes,
          captures: caught.get(entry.id) ?? world.capturesOf(entry.id),
        })
      case 'capture':
        return entry.data.delivery_id !== null && delivered.has(entry.data.delivery_id)
          ? []
          : [captureStep(entry)]
      case 'event':
        return delivered.has(entry.id) ? [] : [eventStep(entry)]
    }
  }
  return entries.flatMap(stepsFor).sort(inOrder)
}

/** The participants, from left to right, always with the sandbox. */
export function partiesOf(steps: readonly Step[]): Party[] {
  const all = new Map<string, Party>([[sandboxParty.id, sandboxParty]])
  for (const { from, to } of steps) all.set(from.id, from).set(to.id, to)
  return [...all.values()].sort(byPlace)
}

/** The sandbox endpoint of an address, under any name of this machine. */
export function ownEndpoint(url: string, origin: string): string | null {
  if (!URL.canParse(url) || !isOwnAddress(url, origin)) return null
  return new URL(url).pathname.match(/^\/in\/([^/]+)/)?.[1] ?? null
}

const endpointParty = (name: string): Party => ({
  id: `in:${name}`,
  kind: 'endpoint',
  name: `/in/${name}`,
})

/** The receiver of a delivery with its name. */
function receiverParty(url: string, origin: string, name: string): Party {
  const own = ownEndpoint(url, origin)
  return own !== null ? endpointParty(own) : { id: `to:${name}`, kind: 'receiver', name }
}

/** The caller of a call: a run, or a client, by its identity if there are several. */
function callerParty(
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
const strangers: Party = { id: 'others', kind: 'others', name: 'other senders' }

/** From left to right: callers, sandbox, receivers. Sorted by name, so that no lane moves when another appears. */
const byPlace = (a: Party, b: Party): number =>
  partyKinds.indexOf(a.kind) - partyKinds.indexOf(b.kind) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
