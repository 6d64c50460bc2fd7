/** Turns a placed step into lines, dots and labels, for the page and for exports. */
import { remaining } from '../../server/words/duration.ts'
import type { Arrow, Lane, Layout } from './layout.ts'
import { cutToFit, type Face, faces } from './measure.ts'
import { pauseName, type Step, type Tone } from './step.ts'

type Dash = 'answer' | 'wait' | null
/** The shapes of an arrow, for the page and for exports. */
export type Shape =
  | { shape: 'line'; x1: number; y1: number; x2: number; y2: number; tone: Tone; dash: Dash }
  | { shape: 'path'; d: string; tone: Tone }
  | { shape: 'dot'; x: number; y: number; tone: Tone }
  | { shape: 'text'; x: number; y: number; text: string; tone: Tone; face: Face; end: boolean; width: number }

const line = ([x1, y1]: Point, [x2, y2]: Point, tone: Tone, dash: Dash): Shape => ({
  shape: 'line',
  x1,
  y1,
  x2,
  y2,
  tone,
  dash,
})
type Point = readonly [x: number, y: number]

const marks = { good: '✓ ', bad: '✕ ', wait: '◷ ', quiet: '' } as const

/** Text cut to its room; nothing if none fits. */
function write(
  layout: Layout,
  words: string,
  face: Face,
  tone: Tone,
  at: { x: number; y: number; room: number; end?: boolean },
): Shape[] {
  const { measure } = layout.sheet
  const text = cutToFit(words, at.room, (part) => measure(part, face))
  if (text === '') return []
  return [
    { shape: 'text', x: at.x, y: at.y, text, tone, face, end: at.end ?? false, width: measure(text, face) },
  ]
}

interface Words {
  words: string
  face: Face
  tone: Tone
}

/** Labels in a row, each with its look. If room is short, notes go before names are cut. */
function writeRow(layout: Layout, all: readonly Words[], x: number, y: number, room: number): Shape[] {
  const { measure, text } = layout.sheet
  const space = 8 * (text / 13)
  const widthOf = (some: readonly Words[]) =>
    some.reduce((sum, { words, face }) => sum + measure(words, face) + space, -space)
  const parts = widthOf(all) <= room ? all : all.filter(({ tone }) => tone !== 'quiet')
  const tails = widthOf(parts.slice(1)) + space
  const shapes: Shape[] = []
  let at = x
  for (const [index, { words, face, tone }] of parts.entries()) {
    const left = x + room - at
    const width = index === 0 ? Math.max(left - tails, left * 0.5) : left
    const [written] = write(layout, words, face, tone, { x: at, y, room: width })
    if (written === undefined || written.shape !== 'text') continue
    shapes.push(written)
    at += written.width + space
  }
  return shapes
}

function wordsOf(step: Step): Words[] {
  const parts: Words[] = []
  if (step.isCopy) return [{ words: `${step.name}, ${step.note}`, face: 'name', tone: 'fault' }]
  parts.push({ words: step.name, face: 'name', tone: 'ink' })
  if (step.note !== null) parts.push({ words: step.note, face: 'small', tone: 'quiet' })
  if (step.fault !== null) parts.push({ words: step.fault, face: 'small', tone: 'fault' })
  return parts
}

/** The label of a pause, with the remaining time while the pause lasts. */
export function waitWords({ name, note, due }: Step, now: number): string {
  if (due === null) return pauseName(name, note)
  const left = remaining(due - now)
  if (note !== null) return `${name}, ${note} ${left}`
  return due <= now ? `${name}, ${left}` : `${name}, sent ${left}`
}

function headOf(x: number, y: number, k: number, direction: 1 | -1): string {
  const back = x - direction * 10 * k
  return `M${back} ${y - 5 * k}L${x} ${y}L${back} ${y + 5 * k}`
}

/** The time of an arrow and the pause before it, in the left column. */
export function timeShapes({ y, time, day, gap }: Arrow, layout: Layout): Shape[] {
  const k = layout.sheet.text / 13
  const stamp = (words: string | null, by: number) =>
    words === null
      ? []
      : write(layout, words, 'time', 'quiet', { x: 16 * k, y: y + by * k, room: layout.axis })
  const shapes = [...stamp(time, 4), ...stamp(day, -10)]
  if (gap === null) return shapes
  const at = { x: 32 * k, y: gap.y + 3 * k, room: layout.axis * 2 }
  return [
    ...shapes,
    line([22 * k, gap.y - 10 * k], [22 * k, gap.y + 8 * k], 'quiet', 'wait'),
    ...write(layout, `${gap.text} later`, 'small', 'quiet', at),
  ]
}

export interface Drawing {
  lanes: ReadonlyMap<string, Lane>
  /** The sandbox's time, for pauses that last. */
  now: number
  /** The left edge of the visible part, px: labels of arrows from beyond it start there. */
  left: number
}

export function shapesOf(arrow: Arrow, layout: Layout, { lanes, now, left }: Drawing): Shape[] {
  const { step, y } = arrow
  const k = layout.sheet.text / 13
  const from = lanes.get(step.from.id)?.x ?? 0
  const to = lanes.get(step.to.id)?.x ?? 0
  const edge = layout.width - 6 * k
  /** A line from lane to lane; a lost request ends in a cross. */
  const shaft = (stop: number, direction: 1 | -1, dash: Dash): Shape[] => [
    line([from, y], [stop, y], step.tone, dash),
    { shape: 'path', d: (step.lost ? cross : headOf)(stop, y, k, direction), tone: step.tone },
  ]
  switch (step.kind) {
    case 'wait': {
      const parts: Words[] = [{ words: waitWords(step, now), face: 'name', tone: step.tone }]
      if (step.fault !== null) parts.push({ words: step.fault, face: 'small', tone: 'fault' })
      return [
        line([from, arrow.top + 1], [from, y + 6 * k], step.tone, 'wait'),
        ...writeRow(layout, parts, from + 16 * k, y, edge - from - 16 * k),
      ]
    }
    case 'event':
      return [
        { shape: 'dot', x: from, y, tone: 'ink' },
        ...writeRow(layout, wordsOf(step), from + 12 * k, y + 4 * k, edge - from - 12 * k),
      ]
    case 'answer': {
      const stop = step.lost ? from - (from - to) * 0.4 : to
      const words = step.note === null ? step.name : `${step.name} · ${step.note}`
      const at = { x: from - 16 * k, y: y - 6 * k, room: Math.abs(from - to) - 36 * k, end: true }
      return [...shaft(stop, -1, 'answer'), ...write(layout, words, 'small', step.tone, at)]
    }
    default: {
      const stop = step.lost ? from + Math.min((to - from) * 0.8, 190 * k) : to
      const begin = Math.max(from + 12 * k, left)
      const shapes = [
        ...shaft(stop, 1, null),
        ...writeRow(layout, wordsOf(step), begin, y - 6 * k, stop - begin - 16 * k),
      ]
      if (step.end === null) return shapes
      const at = { x: stop + 10 * k, y: y + 4 * k, room: edge - stop - 10 * k }
      const words = `${marks[step.end.tone]}${step.end.text}`
      return [...shapes, ...write(layout, words, 'small', step.end.tone, at)]
    }
  }
}

const cross = (x: number, y: number, k: number) =>
  `M${x - 5 * k} ${y - 5 * k}L${x + 5 * k} ${y + 5 * k}M${x - 5 * k} ${y + 5 * k}L${x + 5 * k} ${y - 5 * k}`

export const lanesById = ({ lanes }: Layout): ReadonlyMap<string, Lane> =>
  new Map(lanes.map((lane) => [lane.party.id, lane]))

/** The size of a face in a drawing, px. */
export const sizeOf = (face: Face, { sheet }: Layout): number =>
  Math.round(faces[face].size * (sheet.text / 13) * 10) / 10
