/** Computes the place of every lane and step. */
import { firstThat } from '../kit/first-that.ts'
import { clockTime, dayOf } from '../kit/time.ts'
import { cutToFit, type Measure } from './measure.ts'
import { type Party, pauseText, type Step } from './step.ts'

/** Measures text in each look. */
export interface Sheet {
  /** The available width, px; the drawing may become wider. */
  width: number
  /** The text size, px; all sizes follow it. */
  text: number
  measure: Measure
}

export interface Lane {
  party: Party
  /** The name, cut to fit its head. */
  name: string
  /** The middle, px. */
  x: number
  /** The width of the head. */
  width: number
}

/** A step with its place. */
export interface Arrow {
  step: Step
  /** The height of the line, px below the heads. */
  y: number
  /** The start of its row. */
  top: number
  /** The time at the left, if shown. */
  time: string | null
  /** The day above it, if it differs from the previous time. */
  day: string | null
  /** The length of the pause before it, if the drawing shortens the pause. */
  gap: { text: string; y: number } | null
}

export interface Layout {
  lanes: Lane[]
  /** In order of time. */
  arrows: Arrow[]
  width: number
  height: number
  /** The height of the lane heads. */
  head: number
  /** The width of the times at the left. */
  axis: number
  sheet: Sheet
}

/** The drawing shortens longer pauses, ms. */
export const shortenedFrom = 5000
/** The row height by number of rows: few arrows get more room. */
const densities = [
  { upTo: 16, row: 34, waits: [6, 16, 30, 44] },
  { upTo: 48, row: 29, waits: [3, 10, 22, 36] },
  { upTo: Number.POSITIVE_INFINITY, row: 26, waits: [0, 8, 16, 30] },
] as const

/** The extra height of a pause, by its length: none, below a second, below `shortenedFrom`, longer. */
const roomOf = (ms: number): 0 | 1 | 2 | 3 => (ms < 50 ? 0 : ms < 1000 ? 1 : ms < shortenedFrom ? 2 : 3)

const padding = 16
/** The widest labels that get room before they are cut, px. */
const roomsForWords = [420, 350, 280, 220, 170, 130]
const widestGap = 340
/** Room grows in steps, so that lanes rarely move when labels change. */
const gapStep = 20

/** The distance of each lane from the previous one, for heads and labels up to `most` px. */
function gapsFor(
  parties: readonly Party[],
  steps: readonly Step[],
  { measure, text }: Sheet,
  most: number,
): number[] {
  const k = text / 13
  const heads = parties.map(({ name }) => Math.min(most * 0.75, measure(name, 'head')) + 36 * k)
  const gaps = heads.slice(1).map((head, index) => (head + (heads[index] ?? 0)) / 2)
  const places = new Map(parties.map(({ id }, index) => [id, index]))
  for (const { from, to, name, note, fault, kind } of steps) {
    const [a, b] = [places.get(from.id) ?? 0, places.get(to.id) ?? 0].sort((one, other) => one - other)
    if (a === undefined || b === undefined || a === b || kind === 'wait') continue
    const words = measure([name, note, fault].filter((part) => part !== null).join('    '), 'name')
    const there = gaps.slice(a, b).reduce((sum, gap) => sum + gap, 0)
    const lacking = Math.min(most, words + 36 * k) - there
    // A label is at the start of its arrow; the label of a response is at the sandbox.
    const beside = kind === 'call' ? b - 1 : a
    if (lacking > 0) gaps[beside] = (gaps[beside] ?? 0) + lacking
  }
  return gaps.map((gap) => Math.ceil(gap / (gapStep * k)) * gapStep * k)
}

function placeLanes(parties: readonly Party[], steps: readonly Step[], sheet: Sheet) {
  const { measure, text } = sheet
  const k = text / 13
  const narrow = sheet.width < 600 * k
  const axis = measure(narrow ? '00:00:00' : '00:00:00.000', 'time') + padding * (narrow ? 1 : 2) * k
  const last = parties.at(-1)
  const ends = steps.flatMap(({ to, end, from, name, note, kind }) => {
    if (last === undefined || to.id !== last.id || kind === 'wait') return []
    if (from.id === to.id) return [measure(`${name}    ${note ?? ''}`, 'name') + 24 * k]
    return end === null ? [] : [measure(`✓ ${end.text}`, 'small') + 18 * k]
  })
  const right = Math.min((narrow ? 170 : 260) * k, Math.max((narrow ? 60 : 100) * k, ...ends))
  const head = measure(parties[0]?.name ?? '', 'head') / 2 + 12 * k
  const first = Math.min(110 * k, Math.max((narrow ? 24 : 60) * k, head))
  const room = sheet.width - axis - first - right
  const sum = (gaps: number[]) => gaps.reduce((all, gap) => all + gap, 0)
  const tried = roomsForWords.map((most) => gapsFor(parties, steps, sheet, most * k))
  const gaps = tried.find((one) => sum(one) <= room) ?? tried.at(-1) ?? []
  const spare = room - sum(gaps)
  const each = Math.max(0, spare / Math.max(1, gaps.length))
  let x = axis + first
  const lanes = parties.map((party, index): Lane => {
    const gap = gaps[index - 1]
    if (gap !== undefined) x += Math.max(gap, Math.min(widestGap * k, gap + each))
    const weight = party.kind === 'sandbox' ? 'head' : 'name'
    // A head fills at most half of the gap beside it, and never touches the next head.
    const free = Math.min(gap ?? widestGap * k, gaps[index] ?? widestGap * k) - 28 * k
    const name = cutToFit(party.name, Math.max(36 * k, free), (part) => measure(part, weight))
    return { party, name, x: Math.round(x), width: Math.ceil(measure(name, weight) + 20 * k) }
  })
  return { lanes, axis, narrow, width: Math.max(sheet.width, Math.ceil(x + right)) }
}

const isSameDay = (one: Pick<Step, 'at'> | undefined, other: Pick<Step, 'at'> | undefined): boolean =>
  one === undefined || other === undefined || dayOf(one.at) === dayOf(other.at)

/** Gives every step its row, in order of time. */
export function layoutOf(steps: readonly Step[], parties: readonly Party[], sheet: Sheet): Layout {
  const k = sheet.text / 13
  const { row, waits } = densities.find(({ upTo }) => steps.length <= upTo) ?? densities[2]
  const { lanes, axis, width, narrow } = placeLanes(parties, steps, sheet)
  const head = 44 * k
  let y = 0
  let told: Step | null = null
  const isOneDay = isSameDay(steps[0], steps.at(-1))
  const arrows = steps.map((step, index): Arrow => {
    const before = steps[index - 1]
    const pause = before === undefined ? 0 : step.at - before.at
    const room = roomOf(pause)
    const begins = step.kind === 'call' && index > 0 ? 8 : 0
    const top = y + waits[room] * k + begins * k
    // A pause on a lane shows its own length.
    const explained = before?.kind === 'wait' && step.id === before.id
    const gap = room === 3 && !explained ? { text: pauseText(pause), y: (y + top) / 2 + 4 * k } : null
    const isTold: boolean = step.kind !== 'wait' && (told === null || step.at - told.at >= 50 || row > 30)
    const time =
      isTold && (told === null || clockTime(told.at) !== clockTime(step.at) || !isSameDay(told, step))
        ? clockTime(step.at, !narrow)
        : null
    const isNewDay = told === null ? !isOneDay : !isSameDay(told, step)
    const day = time !== null && isNewDay ? dayOf(step.at) : null
    if (time !== null) told = step
    y = top + row * k
    return { step, y: top + (row - 7) * k, top, time, day, gap }
  })
  return { lanes, arrows, width, height: y + 14 * k, head, axis, sheet }
}

/** The arrows between two heights, ends included. */
export function arrowsBetween({ arrows }: Layout, top: number, bottom: number): Arrow[] {
  const from = firstThat(arrows.length, (index) => (arrows[index]?.y ?? 0) >= top - 80)
  let to = from
  while (to < arrows.length && (arrows[to]?.top ?? 0) <= bottom) to++
  return arrows.slice(from, to)
}
