/** Draws one row of the stream. */

import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isOwnAddress } from '../../server/words/address.ts'
import { remaining } from '../../server/words/duration.ts'
import { Cut } from '../kit/cut-text.tsx'
import { callSign, deliverySign, many, type Sign, withoutSecrets } from '../kit/format.ts'
import { Icon } from '../kit/icon.tsx'
import { Bar, Mark } from '../kit/mark.tsx'
import { clockTime, dateTime, dayOf } from '../kit/time.ts'
import { tickedNow } from '../live/clock.ts'
import type { CaptureLine, DeliveryEntry, Entry, Line } from '../live/entries.ts'
import { lazily } from '../live/lazily.tsx'
import { receiverName } from '../live/settings.ts'
import { asLink } from '../place/as-link.ts'
import { place } from '../place/navigation.ts'
import { captureSign, faultsOf, replyBeside } from '../verdict/capture-sign.ts'
import { MistakeBadge } from '../verdict/mistakes.tsx'
import { drawn } from './drawn.ts'
import { GroupLead, Turn, treeItem } from './group-lead.tsx'
import { readAttempts } from './reading.ts'
import { open } from './selection.ts'
import { triesOf } from './under-way.ts'

/** The dividers between days. Their code loads when a row of another day than today is drawn. */
export const dividers = signal<typeof import('./dividers.tsx') | null>(null)

/** Loads the dividers, if a row of this time needs them. */
function divideFor(at: string): void {
  if (dividers.peek() === null && dayOf(at) !== dayOf(Date.now()))
    void import('./dividers.tsx').then(
      (loaded) => {
        dividers.value = loaded
      },
      () => {},
    )
}

/** Most attempts end within a second, and until then there is nothing else to say. */
const Sending = () => <Mark sign={{ tone: 'wait', text: 'sending' }} />
const RowWaiting = lazily(
  async () => (await import('./row-waiting.tsx')).RowWaiting,
  Sending,
  () => false,
)
const AttemptLine = lazily(
  async () => (await import('./attempt-line.tsx')).AttemptLine,
  () => <div class="row attempt" role="presentation" />,
)

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

interface Props {
  line: Line
  index: number
  isActive: boolean
}

export function StreamRow({ line, index, isActive }: Props) {
  /** The record at the last press. */
  const pressed = useRef('')
  if (line.attempt > 0 && line.entry.kind === 'delivery')
    return <AttemptLine line={line} entry={line.entry} index={index} />
  const words = wordsOf(line.entry)
  divideFor(words.at)
  const isOpen = isActive && place.value.open === line.entry.id
  // An event has no sign of its own; its group's summary takes the place.
  const isSummed = line.entry.kind === 'event' && !!line.branch?.summary
  const tried = line.entry.kind === 'delivery' && line.entry.lines > 0 ? line.entry : null
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and the keys; its rows are named by aria-activedescendant
    <div
      id={`row-${index}`}
      role="option"
      aria-selected={isActive}
      aria-posinset={index + 1}
      aria-setsize={drawn.value.count}
      {...(line.branch && treeItem(line.branch))}
      class={`row record ${line.entry.kind} ${isActive ? 'active' : ''} ${isOpen ? 'open' : ''}`}
      onPointerDown={() => {
        pressed.current = line.entry.id
      }}
      {...asLink({ open: line.entry.id }, ({ detail }) => {
        // The element may show another record when the button is released. Assistive technology clicks without a press.
        if (detail === 0 || pressed.current === line.entry.id) open(line.entry.id)
      })}
    >
      <time class="row-time" title={dateTime(words.at)}>
        {clockTime(words.at)}
      </time>
      <GroupLead line={line} />
      <Icon name={line.entry.kind} />
      <span class="row-text">
        <span class="row-name">
          <Cut text={words.name} />
        </span>
        {words.means && (
          <span class="row-means" style={{ '--letters': words.means.length }}>
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
          {tried && !line.branch && <Turn id={tried.id} isOpen={tried.drawn > 0} />}
          {line.entry.kind === 'delivery' && line.entry.data.state === 'sending' ? (
            <RowWaiting entry={line.entry} />
          ) : (
            words.sign && <Mark sign={words.sign} plain={line.entry.kind === 'call'} />
          )}
          {tried && <Tries entry={tried} />}
          {/* Only tree items may have aria-expanded. */}
          {tried && !line.branch && (
            <span class="unseen">, attempts {tried.drawn > 0 ? 'unfolded' : 'folded'}</span>
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

/** A row has room for whole minutes. */
const inMinutes = (ms: number) => remaining(ms < 60_000 ? ms : ms - (ms % 60_000))

/** How many attempts a delivery had, and when the next one starts. */
function Tries({ entry }: { entry: DeliveryEntry }) {
  const { data, attempts } = entry
  // Interrupted attempts do not count as made; only the attempts tell how many there were.
  const isUnread = attempts.size === 0 && data.last_outcome?.kind === 'interrupted'
  useEffect(() => {
    if (isUnread) void readAttempts(entry.id)
  }, [isUnread, entry])
  const { made, most } = triesOf(entry)
  const tries = data.finished_at === null ? `${made} of ${most}` : many(made, 'attempt')
  return (
    <span class="row-tries quiet">
      {` · ${tries}`}
      {data.state === 'retrying' && data.next_attempt_at !== null && (
        <span class="row-next"> · next {inMinutes(Date.parse(data.next_attempt_at) - tickedNow())}</span>
      )}
    </span>
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

function CaptureMarks({ capture }: { capture: CaptureLine }) {
  const { note, pinned } = capture
  const mistakes = faultsOf(capture)
  const [first, ...rest] = mistakes
  return (
    <>
      {note !== null && (
        <span class="row-note" title={note}>
          <Icon name="note" />
          <span class="unseen">note: </span>
          <span class="row-note-text">{note}</span>
        </span>
      )}
      {pinned && (
        <span class="row-pin" title="Pinned">
          <Icon name="pin" />
          <span class="unseen">pinned</span>
        </span>
      )}
      {first !== undefined && (
        <MistakeBadge mistake={first.mistake} title={mistakes.map(({ detail }) => detail).join('\n')} />
      )}
      {rest.length > 0 && <span class="quiet row-more">+{rest.length}</span>}
    </>
  )
}
