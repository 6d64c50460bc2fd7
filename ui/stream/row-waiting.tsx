/** Shows in a row how long its attempt has been waiting. */
import { useEffect } from 'preact/hooks'
import { Mark } from '../kit/mark.tsx'
import type { DeliveryEntry } from '../live/entries.ts'
import { readAttempts } from './reading.ts'
import { version } from './stream.ts'
import { waitedSeconds } from './under-way.ts'
import { secondsWords } from './waiting-words.ts'

export function RowWaiting({ entry }: { entry: DeliveryEntry }) {
  // Attempts change inside the entry, so the entry object stays the same.
  version.value
  const newest = entry.attempts.get(Math.max(0, ...entry.attempts.keys()))
  const underWay = newest?.outcome === null ? newest : undefined
  const isUnread = underWay === undefined
  useEffect(() => {
    if (!isUnread) return
    // Lists omit attempts. Most attempts end before a request for them would.
    const timer = setTimeout(() => void readAttempts(entry.id), 1000)
    return () => clearTimeout(timer)
  }, [isUnread, entry.id])
  const waited = underWay === undefined ? 0 : waitedSeconds(underWay)
  if (waited < 1) return <Mark sign={{ tone: 'wait', text: 'sending' }} />
  return (
    <span class="mark wait">
      <span aria-hidden="true">◷ </span>waiting<span class="row-long"> for the response</span>,{' '}
      {secondsWords(waited)}
    </span>
  )
}
