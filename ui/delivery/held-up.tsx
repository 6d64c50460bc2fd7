/** Says what an overdue attempt waits for. */
import { useState } from 'preact/hooks'
import type { Delivery, DeliveryRow } from '../../server/wire.ts'
import { remaining } from '../../server/words/duration.ts'
import { Measured } from '../kit/measured.tsx'
import type { Result } from '../live/api.ts'
import { ownSecond, tickedNow } from '../live/clock.ts'
import { getDelivery, listRows } from '../live/routes.ts'
import { subscriptions } from '../live/settings.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { linkTo } from '../place/as-link.ts'
import { openThing, place } from '../place/navigation.ts'
import { waitedSeconds } from '../stream/under-way.ts'
import { secondsWords } from '../stream/waiting-words.ts'

/** The most deliveries to check. Only a released attempt lets the next delivery start. */
const mostRead = 5

/** The delivery ahead in the queue, and for how many seconds its attempt is under way; null if the delivery waits itself. */
interface Ahead {
  first: DeliveryRow
  underWay: (() => number) | null
}

/**
 * The delivery ahead of an overdue one: the oldest of its subscription with an attempt under way. In an ordered subscription
 * also the oldest that waits for a retry. Null if there is none.
 */
async function aheadOf(id: string, subscription: string): Promise<Result<Ahead | null>> {
  const isOrdered = subscriptions.value?.find((one) => one.id === subscription)?.ordered === true
  const state = isOrdered ? 'pending,sending,retrying' : 'sending'
  const found = await listRows('delivery', {
    subscription_id: subscription,
    state,
    order: 'oldest',
    limit: mostRead,
  })
  if (!found.ok) return found
  let isBehind = true
  for (const first of found.value.rows) {
    if (first.id === id) isBehind = false
    else if (first.state !== 'sending' && isBehind) return { ok: true, value: { first, underWay: null } }
    if (first.state !== 'sending') continue
    const read = await getDelivery(first.id, 0)
    if (!read.ok) return read
    const attempt = read.value.delivery.attempts.findLast(
      ({ outcome, released }) => outcome === null && !released,
    )
    if (attempt !== undefined) return { ok: true, value: { first, underWay: () => waitedSeconds(attempt) } }
  }
  return { ok: true, value: null }
}

/** An attempt that is due usually starts at once. The page names the delivery ahead only after this time, s. */
const grace = 2
const readEvery = 5

/** The reason for a late attempt; shows `soon` until the attempt is late. */
export function HeldUp({ delivery, soon }: { delivery: Delivery; soon: string }) {
  const [since] = useState(() => ownSecond.peek())
  const waited = ownSecond.value - since
  if (waited < grace) return <>{soon}</>
  return <Behind delivery={delivery} again={Math.floor((waited - grace) / readEvery)} />
}

function Behind({ delivery: { id, subscription_id }, again }: { delivery: Delivery; again: number }) {
  const { value: ahead } = useLoaded(id, again, () => aheadOf(id, subscription_id))
  if (ahead === null) return <>waiting for a place in the queue</>
  const { first } = ahead
  return (
    <>
      waiting behind{' '}
      <a {...linkTo({ ...place.value, view: 'stream', open: first.id }, () => openThing(first.id))}>
        {first.event}
      </a>
      , <Measured text={standing(ahead)} />
    </>
  )
}

/** The state of the delivery ahead: under way for some time, or waiting for its retry. */
function standing({ first, underWay }: Ahead): string {
  if (underWay !== null) return `under way for ${secondsWords(underWay())}`
  const { state, next_attempt_at } = first
  const due = next_attempt_at === null ? '' : ` ${remaining(Date.parse(next_attempt_at) - tickedNow())}`
  return `${state === 'retrying' ? 'retry' : 'first attempt'}${due} (the subscription is ordered)`
}
