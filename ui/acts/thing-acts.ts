/** Finds the acts on any record by its id, and runs one by its key. */

import { answerCallsLike, newAnswer } from '../errors/arm-order.ts'
import { uuid } from '../live/known-thing.tsx'
import { attemptTo, say } from '../live/refusal.ts'
import { getObjects } from '../live/routes/object.ts'
import { getCall, kindOfId, readThing } from '../live/routes/records.ts'
import type { Kind } from '../live/routes.ts'
import { focusNext } from '../place/awaited-field.ts'
import { go, placeOf } from '../place/navigation.ts'
import { openTab, type ThingAct } from './act.ts'
import { copyActs, copyCurl } from './copying.ts'
import { captureActs } from './of-capture.ts'
import { deliveryActs } from './of-delivery.ts'
import { eventActs } from './of-event.ts'

const itsClients = 'as curl. Run the command to repeat the call.'

/** Opens the form that arms an answer for similar calls. */
async function armLike(id: string): Promise<void> {
  const found = await attemptTo(getCall(id))
  if (found === null) return
  answerCallsLike(found.call)
  focusNext('.split-detail form :is(input, select)')
  go({ ...placeOf('errors'), open: newAnswer })
}

const callActs = (id: string): ThingAct[] => [
  {
    name: 'again',
    title: 'Copy as curl, to repeat the call',
    key: 'r',
    run: () => copyCurl('call', id, itsClients),
  },
  {
    name: 'edit',
    title: 'Copy as curl, to edit the call',
    key: 'e',
    run: () => copyCurl('call', id, itsClients),
  },
  { name: 'fault', title: 'Arm a response for calls like this', key: 'x', run: () => armLike(id) },
  { name: 'answer', title: 'Show the response', run: () => openTab(id, 'answer') },
  ...copyActs('call', id),
]

export type { ThingAct }

const makers = {
  event: eventActs,
  delivery: deliveryActs,
  capture: captureActs,
  call: callActs,
} as const satisfies Record<Kind, (id: string) => ThingAct[]>

/** Opens the first object of the platform that a record names. */
async function showObject(kind: Kind, id: string): Promise<void> {
  const record = await attemptTo(readThing(kind, id))
  if (record === null) return
  const ids = new Set(JSON.stringify(record).match(new RegExp(uuid, 'gi')))
  const read =
    ids.size === 0
      ? null
      : await attemptTo(getObjects({ id: [...ids].slice(0, 100).join(','), limit: '100' }))
  const first = [...ids].find((one) => read?.objects.some((object) => object.id === one))
  if (first === undefined) say(`No object: the ${kind} contains no id of an object in this sandbox.`)
  else go({ ...placeOf('objects'), open: first })
}

/** All acts that a record allows now, the most frequent first. */
export function actsOf(id: string): ThingAct[] {
  const kind = kindOfId(id)
  if (kind === null) return []
  return [...makers[kind](id), { name: 'object', title: 'Show the object', run: () => showObject(kind, id) }]
}

const reasons: Record<string, Partial<Record<Kind, string>>> = {
  v: { call: 'Calls carry no signature. Deliveries and captures do.' },
  d: { call: 'Calls cannot be compared. Captures can.' },
}

/** Why a key does nothing for a kind of record. */
export const whyNot = (kind: Kind, key: string): string | undefined =>
  key === 'Delete' && kind !== 'capture' ? 'Only captures can be deleted one by one.' : reasons[key]?.[kind]

/** Runs the act of a key on a record, or says why the key does nothing. */
export async function actByKey(id: string, key: string): Promise<void> {
  const kind = kindOfId(id)
  if (kind === null) return
  const act = makers[kind](id).find((one) => one.key === key)
  if (act !== undefined) await act.run()
  else say(whyNot(kind, key) ?? 'This key does nothing here.')
}
