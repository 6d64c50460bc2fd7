import { useState } from 'preact/hooks'
import type { Delivery } from '../../server/wire.ts'
import { remaining } from '../../server/words/duration.ts'
import { Measured } from '../kit/measured.tsx'
import { ownSecond, tickedNow } from '../live/clock.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { openThing, place } from '../place/navigation.ts'
import { writePlace } from '../place/place.ts'
import { secondsWords } from '../stream/waiting-words.ts'
import { type Ahead, aheadOf } from './lane.ts'

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
      <a
        href={writePlace({ ...place.value, view: 'stream', open: first.id })}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          openThing(first.id)
        }}
      >
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
