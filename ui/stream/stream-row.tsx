/** Draws one row of the stream: a record, or one attempt of a delivery. */
import { useEffect } from 'preact/hooks'
import type { DeliveryRow } from '../../server/wire.ts'
import { isOwnAddress } from '../../server/words/address.ts'
import { duration, remaining } from '../../server/words/duration.ts'
import { clockTime, dateTime } from '../../server/words/time.ts'
import { Cut } from '../kit/cut-text.tsx'
import { attemptSign, callSign, deliverySign, type Sign, withoutSecrets } from '../kit/format.ts'
import { Icon } from '../kit/icon.tsx'
import { Bar, Mark } from '../kit/mark.tsx'
import { tickedNow } from '../live/clock.ts'
import type { DeliveryEntry, Entry, Line } from '../live/entries.ts'
import { successes } from '../live/health.ts'
import { receiverName } from '../live/settings.ts'
import { asLink } from '../place/as-link.ts'
import { place } from '../place/navigation.ts'
import { captureSign, replyBeside } from '../verdict/capture-sign.ts'
import { drawn } from './drawn.ts'
import { GroupLead, treeItem } from './group-lead.tsx'
import { readAttempts } from './reading.ts'
import { CaptureMarks } from './row-marks.tsx'
import { RowWaiting } from './row-waiting.tsx'
import { attemptOf, isAhead } from './rows.ts'
import { lineAt, open } from './selection.ts'
import { version } from './stream.ts'

/** The parts of a row, for every kind. */
interface Words {
  at: string
  name: string
  /** The meaning of the event, if known. */
  means?: string | null
  about: string
  /** Whether `about` names an endpoint of the sandbox. */
  isOwn?: boolean
  sign: Sign | null
  ms: number | null
  /** The response, if it adds something to the sign. */
  reply?: ReturnType<typeof replyBeside>
  /** The parts of a fault, or the armed error. */
  fault?: readonly string[] | null
}

/** The row of the last mouse press. */
let pressed = ''

const callPath = (path: string) => withoutSecrets(path.replace(/^\/api\/v[\d.]+(?=\/)/, ''))

/** The words in the row of a record. */
export function wordsOf(entry: Entry): Words {
  switch (entry.kind) {
    case 'event': {
      const { event, summary, occurred_at, source } = entry.data
      return {
        at: occurred_at,
        name: event,
        means: summary,
        about: `event · ${source}`,
        sign: null,
        ms: null,
      }
    }
    case 'delivery': {
      const { data } = entry
      const where = receiverName.value(data)
      const about = where === '' ? '' : `${data.edited ? 'edited ' : ''}→ ${where}`
      return {
        at: data.created_at,
        name: data.event,
        means: data.summary,
        about,
        isOwn: isOwnAddress(data.url, location.origin),
        sign: deliverySign(data),
        ms: data.last_duration_ms,
        fault: data.fault_parts?.map(({ text }) => text) ?? null,
      }
    }
    case 'capture': {
      const { data } = entry
      const name = `${data.method} ${data.path}`
      return {
        at: data.received_at,
        name,
        means: data.summary,
        about: data.event ?? 'capture',
        sign: captureSign(data),
        reply: replyBeside(data),
        fault: data.verdict.on_purpose ? [data.verdict.on_purpose] : null,
        ms: data.duration_ms,
      }
    }
    case 'call': {
      const { data } = entry
      const about = data.error_code ?? 'call'
      const name = `${data.method} ${callPath(data.path)}`
      const sign = callSign(data)
      const armed = data.armed === 'header' ? 'armed by header' : 'armed'
      // The duration of an unanswered call means nothing.
      const ms = data.status === 0 ? null : data.duration_ms
      return { at: data.at, name, about, sign, ms, fault: data.armed === null ? null : [armed] }
    }
  }
}

const dayOf = (iso: string) => iso.slice(0, 10)

/** Today by the wall clock, the day that readers assume. */
const today = () => dayOf(new Date().toISOString())

/** The day of a row, if it differs from the row above; for the first row, if it is not today. */
function newDay(at: string, index: number): string | null {
  const above = lineAt(index - 1)
  const known = above === undefined ? today() : dayOf(wordsOf(above.entry).at)
  return dayOf(at) === known ? null : dayOf(at)
}

interface Props {
  line: Line
  index: number
  isActive: boolean
}

export function StreamRow({ line, index, isActive }: Props) {
  if (line.attempt > 0 && line.entry.kind === 'delivery')
    return <AttemptLine line={line} entry={line.entry} index={index} />
  const words = wordsOf(line.entry)
  const day = newDay(words.at, index)
  const isOpen = isActive && place.value.open === line.entry.id
  // An event has no sign of its own; its group's summary takes the place.
  const isSummed = line.entry.kind === 'event' && !!line.branch?.summary
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and the keys; its rows are named by aria-activedescendant
    <div
      id={`row-${index}`}
      role="option"
      aria-selected={isActive}
      aria-posinset={index + 1}
      aria-setsize={drawn.value.count}
      {...(line.branch && treeItem(line.branch))}
      class={`row ${line.entry.kind} ${isActive ? 'active' : ''} ${isOpen ? 'open' : ''}`}
      onPointerDown={() => {
        pressed = line.entry.id
      }}
      {...asLink({ open: line.entry.id }, ({ detail }) => {
        // The element may show another record when the button is released. Assistive technology clicks without a press.
        if (detail === 0 || pressed === line.entry.id) open(line.entry.id)
      })}
    >
      <time class="row-time" title={dateTime(words.at)}>
        {clockTime(words.at)}
      </time>
      <GroupLead line={line} />
      <Icon name={line.entry.kind} />
      <span class="row-text">
        {day !== null && <Day day={day} />}
        <span class="row-name">
          <Cut text={words.name} />
        </span>
        {words.means && (
          <span class="row-means">
            <Cut text={words.means} />
          </span>
        )}
        <span
          class={`row-about ${words.isOwn ? 'own' : ''} ${words.about === 'call' ? 'kind' : ''}`}
          style={{ '--letters': words.about.length }}
        >
          <Cut text={words.about} />
        </span>
      </span>
      {line.branch?.summary && (
        <span class="row-sum">
          <Mark sign={line.branch.summary} />
        </span>
      )}
      {line.entry.kind === 'capture' && <CaptureMarks capture={line.entry.data} />}
      {words.fault && <Fault parts={words.fault} />}
      {!isSummed && (
        <span class="row-sign">
          {line.entry.kind === 'delivery' && line.entry.data.state === 'sending' ? (
            <RowWaiting entry={line.entry} />
          ) : (
            words.sign && <Mark sign={words.sign} plain={line.entry.kind === 'call'} />
          )}
          {words.reply && (
            <span class={`row-status ${words.reply.tone}`} title={words.reply.title}>
              {words.reply.text}
            </span>
          )}
        </span>
      )}
      <Bar ms={words.ms} />
    </div>
  )
}

function AttemptLine({ line, entry, index }: { line: Line; entry: DeliveryEntry; index: number }) {
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
        {at !== null && dayOf(at) !== dayOf(data.created_at) && <Day day={dayOf(at)} />}
        <span>
          attempt {number}
          {isNext ? <Due row={data} /> : ms !== null && ` · ${duration(ms)}`}
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

/** Narrow views show only the first of several parts. */
function Fault({ parts }: { parts: readonly string[] }) {
  const [first, ...rest] = parts
  return (
    <span class="fault" title={parts.join(' | ')}>
      {first}
      {rest.length > 0 && (
        <>
          <span class="row-long"> | {rest.join(' | ')}</span>
          <span class="row-short"> +{rest.length}</span>
        </>
      )}
    </span>
  )
}

/** Narrow views omit the year rather than letters of the name. */
const Day = ({ day }: { day: string }) => (
  <span class="row-day">
    <span class="row-long">{day.slice(0, 5)}</span>
    {day.slice(5)}
  </span>
)

function Due({ row }: { row: DeliveryRow }) {
  if (row.next_attempt_at === null) return null
  return <> {remaining(Date.parse(row.next_attempt_at) - tickedNow())}</>
}
