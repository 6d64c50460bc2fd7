/** The Related tab: all records of one tree, from call to captures. Marks the open record. */
import type { ComponentChild } from 'preact'
import { useEffect } from 'preact/hooks'
import { duration } from '../../server/words/duration.ts'
import type { Sign } from '../kit/format.ts'
import { dayWords, happenedAt, newDays } from '../live/days.tsx'
import type { Line } from '../live/entries.ts'
import { successes } from '../live/health.ts'
import { NotRead } from '../live/not-read.tsx'
import { linked, touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { readFamily, type Thing } from '../stream/grouping-family.ts'
import { attemptOf } from '../stream/made-attempts.ts'
import { wordsOf } from '../stream/stream-row.tsx'
import { attemptSign } from '../verdict/attempt-sign.ts'
import { ThingLink } from './related.tsx'
import '../styles/group.css'

const alone = {
  call: 'This call caused no event.',
  event: 'No call caused this event, and no enabled subscription matched it.',
  delivery: 'The event was deleted.',
  capture: 'The request has no webhook-id, so no related records are known.',
} as const satisfies Record<Thing['kind'], string>

export function Family({ of }: { of: Thing }) {
  const { id } = of.data
  const { value, problem } = useLoaded(id, touched.value, () => readFamily(of))
  const ids = value?.ids.join(' ')
  useEffect(() => {
    // A change to any of them may change the tree.
    if (value !== null) linked.value = [...new Set([...linked.peek(), ...value.ids])]
  }, [ids])
  if (problem !== null) return <NotRead problem={problem} />
  if (value === null) return <div aria-busy="true" />
  const { lines, isCut } = value
  const days = new Map(
    newDays(lines.length, (index) => atOf(lines[index])).map(({ index, day }) => [lines[index], day]),
  )
  const isOfStranger = of.kind === 'capture' && of.data.webhook_id !== null
  return (
    <section class="related family">
      <h3 id="family">Related records</h3>
      <Branches lines={lines} days={days} depth={0} here={id} label="family" />
      {lines.length === 1 && (
        <p class="quiet">{isOfStranger ? 'No other record has the same webhook-id.' : alone[of.kind]}</p>
      )}
      {isCut && <p class="quiet">The list shows the newest 100 of each kind.</p>}
    </section>
  )
}

/** When a line happened; null for an attempt that has not started. */
function atOf(line: Line | undefined): string | null {
  if (line?.entry.kind !== 'delivery' || line.attempt === 0) return line ? happenedAt(line.entry) : null
  return attemptOf(line.entry, line.attempt)?.started_at ?? null
}

/** Lines of one depth, each with a nested list of its descendants. */
function Branches({
  lines,
  days,
  depth,
  here,
  label,
}: {
  lines: readonly Line[]
  /** The lines that begin a day. */
  days: ReadonlyMap<Line | undefined, string>
  depth: number
  here: string
  label?: string
}) {
  const items: ComponentChild[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]
    let end = at + 1
    while ((lines[end]?.branch?.depth ?? 0) > depth) end++
    if (line !== undefined) {
      const below = lines.slice(at + 1, end)
      const day = days.get(line)
      items.push(
        <li key={`${line.entry.id}:${line.attempt}`}>
          {day !== undefined && <h4 class="label">{dayWords(day)}</h4>}
          <MemberLine line={line} isHere={line.attempt === 0 && line.entry.id === here} />
          {below.length > 0 && <Branches lines={below} days={days} depth={depth + 1} here={here} />}
        </li>,
      )
    }
    at = end
  }
  return <ul aria-labelledby={label}>{items}</ul>
}

function MemberLine({ line: { entry, attempt }, isHere }: { line: Line; isHere: boolean }) {
  if (attempt > 0 && entry.kind === 'delivery') {
    const { data } = entry
    const isNext = attempt > data.attempts_made && data.state === 'retrying'
    const made = attemptOf(entry, attempt)
    const sign: Sign | null =
      made !== undefined
        ? attemptSign(made, data, successes.value)
        : isNext
          ? { tone: 'wait', text: 'waiting' }
          : null
    return (
      <ThingLink
        id={entry.id}
        tab="attempts"
        name={`attempt ${attempt}`}
        about={made?.duration_ms == null ? '' : duration(made.duration_ms)}
        at={made?.started_at ?? (isNext ? data.next_attempt_at : null)}
        sign={sign}
      />
    )
  }
  const { at, name, about, sign } = wordsOf(entry)
  return (
    <ThingLink
      id={entry.id}
      kind={entry.kind}
      name={name}
      about={about}
      at={at}
      sign={sign}
      isHere={isHere}
    />
  )
}
