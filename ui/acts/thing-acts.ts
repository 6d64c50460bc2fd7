import type { Kind } from '../live/routes.ts'
import { say } from '../live/saying.ts'
import type { ThingAct } from './act.ts'
import { callActs } from './of-call.ts'
import { captureActs } from './of-capture.ts'
import { deliveryActs } from './of-delivery.ts'
import { eventActs } from './of-event.ts'

export type { ThingAct }

const kinds = { evt_: 'event', dlv_: 'delivery', cap_: 'capture', cal_: 'call' } as const

/** What an id is of, by how it begins; null for what is no thing of the stream. */
export const kindOfId = (id: string): Kind | null =>
  Object.entries(kinds).find(([head]) => id.startsWith(head))?.[1] ?? null

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
