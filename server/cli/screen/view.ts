/** Formats the screen as lines: header, list, detail or help, and footer. */
import type { DeliveryRow } from '../../wire.ts'
import { stateSpan } from '../../words/delivery-lines.ts'
import { duration } from '../../words/duration.ts'
import { printable } from '../../words/printable.ts'
import { joined, type Line, type Span, span } from '../../words/spans.ts'
import { fromIso, secondsTime, toIso } from '../../words/time.ts'
import { detailLines } from '../delivery-detail.ts'
import { takenForWords } from '../nothing-found.ts'
import { wrapLine } from '../paint.ts'
import { cutStart, fitted, inWords, widthOf } from '../width.ts'
import { cursorOf, footer } from './footer.ts'
import { helpOfKeys } from './keys.ts'
import { type Mode, nowOf, type ScreenState, selectedIndex } from './state.ts'

export interface View {
  /** As many lines as the screen is high. */
  lines: readonly Line[]
  /** The index of the highlighted line. */
  selected?: number
  /** The column of the cursor in the last line while a line is typed. */
  cursor?: number
}

/**
 * The screen as lines.
 * @param elapsed the current time, for the clock and running times
 */
export function view(state: ScreenState, elapsed: number): View {
  const foot = footer(state)
  const inner = Math.max(0, state.height - 1 - foot.length)
  const body = bodyOf(state, elapsed, inner)
  const blank = Array.from({ length: Math.max(0, inner - body.lines.length) }, (): Line => [])
  const lines = [header(state, elapsed), ...body.lines.slice(0, inner), ...blank, ...foot]
  const { mode } = state
  return {
    lines: lines.slice(0, state.height),
    ...(body.selected !== undefined && { selected: body.selected + 1 }),
    ...(mode.kind === 'line' && { cursor: cursorOf(mode, state.columns) }),
  }
}

function bodyOf(state: ScreenState, elapsed: number, height: number): { lines: Line[]; selected?: number } {
  const mode = state.mode.kind === 'line' ? state.mode.back : state.mode
  if (mode.kind !== 'help' && mode.kind !== 'detail') return list(state, elapsed, height)
  const lines = textOf(mode, state, elapsed)
  const scroll = Math.min(mode.scroll, Math.max(0, lines.length - height))
  return { lines: lines.slice(scroll, scroll + height) }
}

/** All lines of the help or the detail view. */
function textOf(
  mode: Extract<Mode, { kind: 'help' | 'detail' }>,
  { started, columns }: ScreenState,
  elapsed: number,
): Line[] {
  if (mode.kind === 'help') return helpLines(columns)
  if (mode.delivery === null) return [[span('reading…', 'gray')]]
  const since = started.get(mode.id)
  const waitedMs = since === undefined ? undefined : elapsed - since
  return detailLines(mode.delivery, { all: true, waitedMs, decoded: mode.decoded }).flatMap((line) =>
    wrapLine(line, columns),
  )
}

/** The state with the scroll position inside the text. */
export function withinText(state: ScreenState, elapsed: number): ScreenState {
  const { mode, height } = state
  if (mode.kind !== 'help' && mode.kind !== 'detail') return state
  const lines = textOf(mode, state, elapsed).length
  const scroll = Math.min(mode.scroll, Math.max(0, lines - Math.max(0, height - 2)))
  return scroll === mode.scroll ? state : { ...state, mode: { ...mode, scroll } }
}

function header({ base, secret, clock, lost, columns }: ScreenState, elapsed: number): Line {
  const time = `${secondsTime(toIso(nowOf(clock, elapsed)))}${clock.mode === 'manual' ? ' stopped' : ''}`
  const about = lost === null ? span(secret) : span(`Lost the sandbox: ${lost}. Trying again.`, 'red')
  const left = joined([span(base, 'bold'), about], '  ')
  const room = columns - widthOf(time) - 1
  const used = left.reduce((sum, one) => sum + widthOf(one.text), 0)
  if (used <= room) return [...left, span(' '.repeat(room - used + 1)), span(time, 'cyan')]
  // The clock is cut last, since it shows that the screen is live.
  const now = span(` ${time}`, 'cyan')
  const rest = room - widthOf(base) - 2
  if (rest <= 0) return [span(fitted(cutStart(base, room), room), 'bold'), now]
  return [span(base, 'bold'), span(`  ${fitted(about.text, rest)}`, about.style), now]
}

interface Columns {
  time: number
  event: number
  summary: number
  receiver: number
  state: number
  ms: number
  fault: number
}

type Limits = Omit<Columns, 'summary' | 'receiver' | 'time'>
const longestState = 'retrying interrupted, again in 100 min'.length
/** The widest columns, from wide to narrow screens. */
const limits: readonly Limits[] = [
  { event: 28, state: longestState, ms: 9, fault: 24 },
  { event: 28, state: longestState, ms: 0, fault: 24 },
  { event: 20, state: longestState, ms: 0, fault: 12 },
  { event: 20, state: longestState, ms: 0, fault: 0 },
  { event: 14, state: longestState, ms: 0, fault: 0 },
]
const narrowest: Limits = { event: 16, state: 18, ms: 0, fault: 0 }
const timeWidth = '15:04:05'.length
/** The least useful width of an event. */
const leastEvent = 'event'.length
/** The least useful width of a receiver. Other columns shrink for it. */
const leastReceiver = 16
/** The least useful width of a summary. */
const leastSummary = 12

/** The width of each column, by its contents. The receiver gets the rest, and the summary what the receivers do not need. */
function columnsFor(rows: readonly Cells[], columns: number): Columns {
  const widest = (name: 'event' | 'summary' | 'state' | 'fault' | 'receiver', most: number) =>
    Math.min(Math.max(name.length, ...rows.map((row) => widthOf(row[name].text))), most)
  const isFaulty = rows.some((row) => row.fault.text !== '')
  function within({ ms, ...most }: Limits): Columns {
    const event = widest('event', most.event)
    const state = widest('state', most.state)
    const fault = isFaulty && most.fault > 0 ? widest('fault', most.fault) : 0
    const gaps = 2 * (3 + (ms > 0 ? 1 : 0) + (fault > 0 ? 1 : 0))
    const receiver = Math.max(0, columns - 2 - timeWidth - event - state - ms - fault - gaps)
    return { time: timeWidth, event, summary: 0, receiver, state, ms, fault }
  }
  function withSummary(found: Columns): Columns {
    if (rows.every(({ summary }) => summary.text === '')) return found
    const room = found.receiver - widest('receiver', columns) - 2
    if (room < leastSummary) return found
    const summary = widest('summary', room)
    return { ...found, summary, receiver: found.receiver - summary - 2 }
  }
  const least = widest('receiver', leastReceiver)
  const found = limits.map(within).find(({ receiver }) => receiver >= least) ?? within(narrowest)
  if (found.receiver > 0) return withSummary(found)
  // The state matters more than the event and the time.
  const room = columns - 2 - found.state - 2
  const isTimed = room - timeWidth - 2 >= leastEvent
  const event = Math.min(found.event, Math.max(0, isTimed ? room - timeWidth - 2 : room))
  return { ...found, time: isTimed ? timeWidth : 0, event }
}

type Cells = Record<'mark' | keyof Columns, Span>

function cells(columns: Columns, given: Cells): Line {
  const cell = (name: keyof Columns) => {
    const { text, style } = given[name]
    const kept = name === 'receiver' ? cutStart(printable(text), columns.receiver) : printable(text)
    return span(fitted(kept, columns[name]), style)
  }
  const shown = (['time', 'event', 'summary', 'receiver', 'state', 'ms', 'fault'] as const).filter(
    (name) => columns[name] > 0,
  )
  return [given.mark, ...joined(shown.map(cell), '  ')]
}

const heads: Cells = {
  mark: span('  '),
  time: span('time', 'gray'),
  event: span('event', 'gray'),
  summary: span('summary', 'gray'),
  receiver: span('receiver', 'gray'),
  state: span('state', 'gray'),
  ms: span('      ms', 'gray'),
  fault: span('fault', 'gray'),
}

function list(state: ScreenState, elapsed: number, height: number): { lines: Line[]; selected?: number } {
  if (state.rows.length === 0)
    return { lines: [cells(columnsFor([], state.columns), heads), ...empty(state)] }
  const room = Math.max(1, height - 1)
  const index = selectedIndex(state)
  const last = Math.min(state.rows.length, Math.max(index + Math.ceil(room / 2), room))
  const to = state.selected === null ? state.rows.length : last
  const from = Math.max(0, to - room)
  const shown = state.rows
    .slice(from, to)
    .map((row, i) => cellsOf(row, { state, elapsed, isSelected: from + i === index }))
  const columns = columnsFor(shown, state.columns)
  return { lines: [heads, ...shown].map((row) => cells(columns, row)), selected: index - from + 1 }
}

function empty({ filterText, filter, trigger, columns }: ScreenState): Line[] {
  const lines: Line[] =
    filterText === ''
      ? [[span('  No deliveries yet. Fire an event with:')], [span(`  ${trigger}`, 'bold')]]
      : [
          [span(`  No delivery matches ${filterText}. Change the filter with /.`)],
          ...takenForWords('deliveries', filter.q).map((said) => [span(`  ${said}`, 'yellow')]),
        ]
  return [[], ...lines.flatMap((line) => wrapLine(line, columns))]
}

function cellsOf(
  row: DeliveryRow,
  { state, elapsed, isSelected }: { state: ScreenState; elapsed: number; isSelected: boolean },
): Cells {
  const { created_at, event, summary, last_duration_ms, fault } = row
  return {
    // Marks the selected row on terminals without colours.
    mark: span(isSelected ? '> ' : '  '),
    time: span(secondsTime(created_at)),
    event: span(event),
    summary: span(summary ?? ''),
    receiver: span(state.receiverName(row)),
    state: span(progress(row, state, elapsed), stateSpan(row).style),
    ms: span(last_duration_ms === null ? '' : duration(last_duration_ms).padStart(8)),
    fault: span(fault ?? '', 'yellow'),
  }
}

/** The state with a running time: `waiting 41 s`, `retrying 503, again in 59 s`. */
function progress(row: DeliveryRow, { started, clock }: ScreenState, elapsed: number): string {
  const { id, state, last_outcome, next_attempt_at } = row
  // The outcome is short, so that the time of the next attempt fits into the column.
  const answer =
    last_outcome === null
      ? ''
      : ` ${last_outcome.kind === 'responded' ? last_outcome.status : last_outcome.kind.replaceAll('_', ' ')}`
  if (state === 'sending') {
    const since = started.get(id)
    return since === undefined ? 'sending' : `waiting ${Math.max(0, Math.floor((elapsed - since) / 1000))} s`
  }
  const words = `${stateSpan(row).text}${answer}`
  if (next_attempt_at === null || state !== 'retrying') return words
  const left = Math.max(0, Math.ceil(((fromIso(next_attempt_at) ?? 0) - nowOf(clock, elapsed)) / 1e6))
  return `${words}, again in ${sayWait(left)}`
}

const sayWait = (seconds: number): string =>
  seconds < 100
    ? `${seconds} s`
    : seconds < 6000
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`

/** The least width of a meaning beside its keys. Below this width, meanings go below the keys. */
const leastBeside = 16

/** The keys and their meanings, wrapped to the width of the screen. */
function helpLines(columns: number): Line[] {
  const wide = Math.max(...helpOfKeys.map(([keys]) => widthOf(keys)))
  const isBeside = columns - wide - 4 >= leastBeside
  const indent = ' '.repeat(isBeside ? wide + 4 : 6)
  const lines = helpOfKeys.flatMap(([keys, does]): Line[] => {
    const told = inWords(does, columns - indent.length)
    const [first = '', ...rest] = told
    const below = (isBeside ? rest : told).map((line): Line => [span(indent), span(line)])
    const beside = isBeside ? [span(first)] : []
    return [[span(`  ${isBeside ? `${fitted(keys, wide)}  ` : keys}`, 'bold'), ...beside], ...below]
  })
  return [[], ...lines]
}
