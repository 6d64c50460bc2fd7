import { useState } from 'preact/hooks'
import { secondsWords } from '../parts/waiting-words.ts'
import { ownSecond } from '../state/clock.ts'
import { underWayAt } from '../state/lane.ts'
import { openThing, place } from '../state/navigation.ts'
import { writePlace } from '../state/place.ts'
import { waitedSeconds } from '../state/under-way.ts'
import { useLoaded } from './use-loaded.ts'

/** What is due begins at once where a place is free; only later is it said to wait, s. */
const grace = 2
const readEvery = 5

/** Why an attempt that is due is not begun: what is under way in its lane; `soon` is said until that is known. */
export function HeldUp({ subscription, soon }: { subscription: string; soon: string }) {
  const [since] = useState(() => ownSecond.peek())
  const waited = ownSecond.value - since
  if (waited < grace) return <>{soon}</>
  return <Behind subscription={subscription} again={Math.floor((waited - grace) / readEvery)} />
}

function Behind({ subscription, again }: { subscription: string; again: number }) {
  const { value: first } = useLoaded(subscription, again, () => underWayAt(subscription))
  const attempt = first?.attempts.at(-1)
  if (first == null || attempt === undefined) return <>waits for a place in its lane</>
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
      , under way for {secondsWords(waitedSeconds(attempt))}
    </>
  )
}
