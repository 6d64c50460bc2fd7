/** Words what the sandbox did on purpose to a captured request, and to its reply. */
import type { Capture, Delivery } from '../../server/wire.ts'
import { isSpoilt, onPurpose } from '../../server/words/delivery.ts'
import { repliedOnPurpose } from '../../server/words/reply.ts'
import { getDelivery } from '../live/routes.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { firstRead } from '../message/bodies.ts'

type Came = Pick<Capture, 'delivery_id' | 'received_at' | 'verdict'>

/** The fault that spoilt the signature of a delivery, as a headline; null without one. */
export function useSpoilt({ delivery_id, received_at, verdict }: Came): string | null {
  const id = verdict.result === 'verified' ? null : delivery_id
  const { value } = useLoaded<{ delivery: Delivery } | null>(`${id}`, 0, async () =>
    id === null ? { ok: true, value: null } : getDelivery(id, firstRead),
  )
  const attempt = value?.delivery.attempts.findLast(({ started_at }) => started_at <= received_at)
  return (attempt && isSpoilt(attempt) && onPurpose(attempt)) || null
}

/** A failure that the endpoint answered as set, and what set it. */
export const repliedWords = (reply: Capture['reply']): string | undefined => {
  const replied = repliedOnPurpose(reply)
  return replied && `${replied} (${reply.detail})`
}
