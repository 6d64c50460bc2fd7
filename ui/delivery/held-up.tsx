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

/** Of those in front so many are looked at; only one that was let go of makes way for the next. */
const mostRead = 5

/** What a delivery waits behind, and for how many seconds that has been under way: null where it waits itself. */
interface Ahead {
  first: DeliveryRow
  underWay: (() => number) | null
}

/**
 * What is in front of a delivery that is due: the oldest of its subscription that has an attempt under way. In an ordered lane
 * one that waits for its own next attempt holds up what is behind it as well. Null where there is none.
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

/** What is due begins at once where a place is free; only later is it said to wait, s. */
const grace = 2
const readEvery = 5

/** Why an attempt that is due is not begun: what is in front of it in its lane; `soon` is said until it is late. */
export function HeldUp({ delivery, soon }: { delivery: Delivery; soon: string }) {
  const [since] = useState(() => ownSecond.peek())
  const waited = ownSecond.value - since
  if (waited < grace) return <>{soon}</>
  return <Behind delivery={delivery} again={Math.floor((waited - grace) / readEvery)} />
}

function Behind({ delivery: { id, subscription_id }, again }: { delivery: Delivery; again: number }) {
  const { value: ahead } = useLoaded(id, again, () => aheadOf(id, subscription_id))
  if (ahead === null) return <>waits for a place in its lane</>
  const { first } = ahead
  return (
    <>
      waits for a place in its lane, behind{' '}
      <a {...linkTo({ ...place.value, view: 'stream', open: first.id }, () => openThing(first.id))}>
        {first.event}
      </a>
      , <Measured text={standing(ahead)} />
    </>
  )
}

/** How it stands with what is in front: under way for so long, or tried again only then, which an ordered lane waits for. */
function standing({ first, underWay }: Ahead): string {
  if (underWay !== null) return `under way for ${secondsWords(underWay())}`
  const { state, next_attempt_at } = first
  const due = next_attempt_at === null ? '' : ` ${remaining(Date.parse(next_attempt_at) - tickedNow())}`
  return `${state === 'retrying' ? 'tried again' : 'tried first'}${due}: the subscription is ordered`
}
