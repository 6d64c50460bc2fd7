import { useEffect } from 'preact/hooks'
import { Mark } from '../kit/mark.tsx'
import type { DeliveryEntry } from '../live/entries.ts'
import { readAttempts } from './reading.ts'
import { version } from './stream.ts'
import { waitedSeconds } from './under-way.ts'
import { secondsWords } from './waiting-words.ts'

/** What a row says while an attempt is under way: for how long, once that is worth a word. */
export function RowWaiting({ entry }: { entry: DeliveryEntry }) {
  // What is known of attempts is kept in the entry itself, which stays the same.
  version.value
  const newest = entry.attempts.get(Math.max(0, ...entry.attempts.keys()))
  const underWay = newest?.outcome === null ? newest : undefined
  const isUnread = underWay === undefined
  useEffect(() => {
    if (!isUnread) return
    // Lists tell no attempts, and most of those under way end sooner than they could be asked for.
    const timer = setTimeout(() => void readAttempts(entry.id), 1000)
    return () => clearTimeout(timer)
  }, [isUnread, entry.id])
  const waited = underWay === undefined ? 0 : waitedSeconds(underWay)
  if (waited < 1) return <Mark sign={{ tone: 'wait', text: 'sending' }} />
  return (
    <span class="mark wait">
      <span aria-hidden="true">◷ </span>waiting<span class="row-long"> for your handler</span>,{' '}
      {secondsWords(waited)}
    </span>
  )
}
