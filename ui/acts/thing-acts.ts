import { answerCallsLike, newAnswer } from '../errors/arm-order.ts'
import { attemptTo, say } from '../live/refusal.ts'
import { getCall, type Kind, kindOfId } from '../live/routes.ts'
import { focusNext } from '../place/awaited-field.ts'
import { go, placeOf } from '../place/navigation.ts'
import { openTab, type ThingAct } from './act.ts'
import { copyActs, copyCurl } from './copying.ts'
import { captureActs } from './of-capture.ts'
import { deliveryActs } from './of-delivery.ts'
import { eventActs } from './of-event.ts'

const itsClients = 'as curl: a call is your client’s to make'

/** Opens the form that arms an answer, for calls like this one. */
async function armLike(id: string): Promise<void> {
  const found = await attemptTo(getCall(id))
  if (found === null) return
  answerCallsLike(found.call)
  focusNext('.split-detail form :is(input, select)')
  go({ ...placeOf('errors'), open: newAnswer })
}

/** What can be done to a call. */
const callActs = (id: string): ThingAct[] => [
  {
    name: 'again',
    title: 'Copy as curl, to call again',
    key: 'r',
    run: () => copyCurl('call', id, itsClients),
  },
  {
    name: 'edit',
    title: 'Copy as curl, to change it',
    key: 'e',
    run: () => copyCurl('call', id, itsClients),
  },
  { name: 'fault', title: 'Arm an answer for calls like it', key: 'x', run: () => armLike(id) },
  { name: 'answer', title: 'Show the answer', run: () => openTab(id, 'answer') },
  ...copyActs('call', id),
]

export type { ThingAct }

const makers = {
  event: eventActs,
  delivery: deliveryActs,
  capture: captureActs,
  call: callActs,
} as const satisfies Record<Kind, (id: string) => ThingAct[]>

/** All that can be done to a thing now, what is done most first. */
export function actsOf(id: string): ThingAct[] {
  const kind = kindOfId(id)
  return kind === null ? [] : makers[kind](id)
}

const reasons: Record<string, Partial<Record<Kind, string>>> = {
  v: { call: 'Calls are not signed. Deliveries and captures are.' },
  d: { call: 'Calls are not laid beside each other. Captures are.' },
}

/** Why a key does nothing to a kind of thing. */
export const whyNot = (kind: Kind, key: string): string | undefined =>
  key === 'Delete' && kind !== 'capture' ? 'Only captures are deleted one by one.' : reasons[key]?.[kind]

/** Does to a thing what its key stands for, or says why nothing is done. */
export async function actByKey(id: string, key: string): Promise<void> {
  const kind = kindOfId(id)
  if (kind === null) return
  const act = makers[kind](id).find((one) => one.key === key)
  if (act !== undefined) await act.run()
  else say(whyNot(kind, key) ?? 'Nothing is done.')
}
