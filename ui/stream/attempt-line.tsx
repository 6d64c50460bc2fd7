/** Draws the line of one attempt below its delivery. */
import { useEffect } from 'preact/hooks'
import { duration, remaining } from '../../server/words/duration.ts'
import { Bar, Mark } from '../kit/mark.tsx'
import { clockTime, dateTime, dayOf } from '../kit/time.ts'
import { tickedNow } from '../live/clock.ts'
import type { DeliveryEntry, Line } from '../live/entries.ts'
import { successes } from '../live/health.ts'
import { asLink } from '../place/as-link.ts'
import { attemptSign } from '../verdict/attempt-sign.ts'
import { GroupLead, treeItem } from './group-lead.tsx'
import { attemptOf, isAhead } from './made-attempts.ts'
import { readAttempts } from './reading.ts'
import { version } from './stream.ts'

export function AttemptLine({ line, entry, index }: { line: Line; entry: DeliveryEntry; index: number }) {
  // Attempts change inside the entry, so the entry object stays the same.
  version.value
  const { data } = entry
  const number = line.attempt
  const attempt = entry.attempts.get(number)
  const { outcome = null, duration_ms: ms = null } = attemptOf(entry, number) ?? {}
  const isNext = isAhead(entry, number)
  // Interrupted attempts do not count as made; only the attempts tell how many there were.
  const isUnread =
    attempt === undefined && (number <= data.attempts_made || data.last_outcome?.kind === 'interrupted')
  useEffect(() => {
    if (isUnread) void readAttempts(entry.id)
  }, [isUnread, entry])
  const at = attempt?.started_at ?? (isNext ? data.next_attempt_at : null)
  return (
    <div
      id={`row-${index}`}
      role="presentation"
      {...(line.branch && treeItem(line.branch))}
      class="row attempt"
      {...asLink({ open: entry.id, tab: 'attempts' })}
    >
      <time class="row-time" {...(at !== null && { title: dateTime(at) })}>
        {at === null ? '' : clockTime(at)}
      </time>
      <GroupLead line={line} />
      <span class="row-text row-about">
        {at !== null && dayOf(at) !== dayOf(data.created_at) && <span>{dayOf(at)}</span>}
        <span>
          attempt {number}
          {isNext
            ? at !== null && ` ${remaining(Date.parse(at) - tickedNow())}`
            : ms !== null && ` · ${duration(ms)}`}
        </span>
      </span>
      <span class="row-sign">
        {outcome && <Mark sign={attemptSign({ outcome }, data, successes.value)} plain />}
        {!outcome && isNext && <Mark sign={{ tone: 'wait', text: 'waiting' }} plain />}
        {!outcome && !isNext && attempt && <Mark sign={{ tone: 'wait', text: 'sending' }} plain />}
      </span>
      <Bar ms={isNext ? null : ms} />
    </div>
  )
}
