import { answerCallsLike, newAnswer } from '../errors/arm-order.ts'
import { getCall } from '../live/routes.ts'
import { focusNext } from '../place/focus-next.ts'
import { go, placeOf } from '../place/navigation.ts'
import { openTab, read, type ThingAct } from './act.ts'
import { copyActs, copyCurl } from './copying.ts'

const itsClients = 'as curl: a call is your client’s to make'

/** Opens the form that arms an answer, for calls like this one. */
async function armLike(id: string): Promise<void> {
  const found = await read(getCall(id))
  if (found === null) return
  answerCallsLike(found.call)
  focusNext('.split-detail form :is(input, select)')
  go({ ...placeOf('errors'), open: newAnswer })
}

/** What can be done to a call. */
export const callActs = (id: string): ThingAct[] => [
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
