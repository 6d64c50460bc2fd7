/** The state of the screen, and how frames and keys change it. */
import type { Clock, Delivery, DeliveryRow } from '../../wire.ts'
import { fromIso } from '../../words/time.ts'
import type { DecodedAnswers } from '../decoded.ts'
import { type DeliveryFilter, fitsFilter } from '../delivery-filter.ts'
import type { ReceiverName } from '../known-subscriptions.ts'
import type { LineInput } from './line-input.ts'

/** Everything that the screen shows. Times are microseconds of the sandbox; `elapsed` is ms of this process. */
export interface ScreenState {
  base: string
  /** The command that fires an event. */
  trigger: string
  /** The text about secrets in the header. */
  secret: string
  receiverName: ReceiverName
  clock: ClockReading
  /** Why the sandbox is lost; null while it is connected. */
  lost: string | null
  /** The deliveries that match the filter, oldest first. */
  rows: readonly DeliveryRow[]
  /** Whether the sandbox has older matching deliveries. */
  hasOlder: boolean
  /** When the current attempt of a delivery began, in `elapsed`. */
  started: ReadonlyMap<string, number>
  filterText: string
  filter: DeliveryFilter
  /** The id of a row; null selects the newest and follows. */
  selected: string | null
  mode: Mode
  message: Message | null
  history: { filter: readonly string[]; fault: readonly string[] }
  columns: number
  height: number
}
export type Mode =
  | { kind: 'list' }
  | { kind: 'help'; scroll: number }
  | { kind: 'detail'; id: string; delivery: Delivery | null; decoded?: DecodedAnswers; scroll: number }
  /** `back` is the mode after the line. */
  | { kind: 'line'; about: 'filter' | 'fault'; id: string; input: LineInput; back: Mode }
interface Message {
  text: string
  isBad: boolean
}
interface ClockReading {
  mode: Clock['mode']
  now: number
  speed: number
  /** The time of the reading, in `elapsed`. */
  at: number
}

/** How many of the newest rows are kept. */
export const keptRows = 2000

export const readClock = ({ mode, now, speed }: Clock, elapsed: number): ClockReading => ({
  mode,
  now: fromIso(now) ?? 0,
  speed,
  at: elapsed,
})

/** The sandbox's time, in microseconds. */
export const nowOf = ({ mode, now, speed, at }: ClockReading, elapsed: number): number =>
  mode === 'manual' ? now : now + (elapsed - at) * 1000 * speed

export const initialState = (
  given: Pick<ScreenState, 'base' | 'trigger' | 'secret' | 'receiverName' | 'clock' | 'columns' | 'height'>,
): ScreenState => ({
  ...given,
  lost: null,
  rows: [],
  hasOlder: false,
  started: new Map(),
  filterText: '',
  filter: {},
  selected: null,
  mode: { kind: 'list' },
  message: null,
  history: { filter: [], fault: [] },
})

/** The index of the highlighted row; -1 in an empty list. */
export const selectedIndex = ({ rows, selected }: ScreenState): number => {
  const index = selected === null ? -1 : rows.findLastIndex((row) => row.id === selected)
  return index < 0 ? rows.length - 1 : index
}
export const selectedRow = (state: ScreenState): DeliveryRow | undefined => state.rows[selectedIndex(state)]

/** The state after a reset. The help and a filter line stay, since further typing must not act as keys. */
export const emptied = (state: ScreenState): ScreenState => ({
  ...state,
  rows: [],
  hasOlder: false,
  started: new Map(),
  selected: null,
  mode: modeOfNothing(state.mode),
})
function modeOfNothing(mode: Mode): Mode {
  if (mode.kind === 'help') return mode
  if (mode.kind === 'line' && mode.about === 'filter') return { ...mode, back: { kind: 'list' } }
  return { kind: 'list' }
}

/** The state with a list from the sandbox. */
export const withRows = (state: ScreenState, rows: readonly DeliveryRow[]): ScreenState => ({
  ...state,
  ...kept(rows, state.selected),
})

/** The newest rows. If the selected row is dropped, the oldest is selected: a key must not hit the newest by accident. */
function kept(rows: readonly DeliveryRow[], selected: string | null): Pick<ScreenState, 'rows' | 'selected'> {
  const newest = rows.slice(-keptRows)
  const isKept = selected === null || newest.some(({ id }) => id === selected)
  return { rows: newest, selected: isKept ? selected : (newest[0]?.id ?? null) }
}

/** Changes the selection. Removes the row that was selected before if it no longer matches the filter. */
export const withSelected = (state: ScreenState, selected: string | null): ScreenState => ({
  ...state,
  rows: state.rows.filter(
    (row) => row.id === selected || row.id !== state.selected || fitsFilter(state.filter, row),
  ),
  selected,
})

/**
 * Takes a new or changed delivery. A delivery that no longer matches is removed, except for the selected one: the user must see
 * the effect of a key, and the next key must not hit a neighbour.
 */
export function withRow(state: ScreenState, row: DeliveryRow): ScreenState {
  const at = state.rows.findLastIndex((one) => one.seq <= row.seq)
  const known = state.rows[at]?.id === row.id
  const started = row.state === 'sending' ? state.started : without(state.started, row.id)
  const fits = fitsFilter(state.filter, row)
  if (!fits && !known) return { ...state, started }
  if (!fits && state.selected !== row.id) return { ...state, started, rows: state.rows.toSpliced(at, 1) }
  const rows = state.rows.toSpliced(known ? at : at + 1, known ? 1 : 0, row)
  if (rows.length <= keptRows) return { ...state, started, rows }
  return { ...state, started, hasOlder: true, ...kept(rows, state.selected) }
}

/** Notes when an attempt began, in `elapsed`. */
export const withStart = (state: ScreenState, id: string, elapsed: number): ScreenState => ({
  ...state,
  started: new Map(state.started).set(id, elapsed),
})

function without(map: ReadonlyMap<string, number>, id: string): ReadonlyMap<string, number> {
  if (!map.has(id)) return map
  const rest = new Map(map)
  rest.delete(id)
  return rest
}
