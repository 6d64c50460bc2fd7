/** Measures and cuts text for the lanes. */
import { firstThat } from '../kit/first-that.ts'

/** The looks of text in the lanes. */
export type Face = 'name' | 'head' | 'small' | 'time'
/** The width of text, px. */
export type Measure = (text: string, face: Face) => number

/** For each face: its size where text is 13 px, its weight, and its font token. */
export const faces = {
  name: { size: 12.5, weight: 400, family: 'font' },
  head: { size: 13, weight: 700, family: 'font' },
  small: { size: 12, weight: 400, family: 'font' },
  time: { size: 12, weight: 400, family: 'mono' },
} as const satisfies Record<Face, { size: number; weight: number; family: 'font' | 'mono' }>

/** A generous estimate, for environments that cannot measure text. */
export const guess =
  (text: number): Measure =>
  (words, face) =>
    words.length * faces[face].size * (text / 13) * 0.68

/** Measures text like the page draws it, with a cache. */
export function createMeasure(text: number, families: Record<'font' | 'mono', string>): Measure {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return guess(text)
  const known = new Map<string, number>()
  return (words, face) => {
    const key = `${face} ${words}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size > 20_000) known.clear()
    const { size, weight, family } = faces[face]
    context.font = `${weight} ${size * (text / 13)}px ${families[family]}`
    const width = context.measureText(words).width
    known.set(key, width)
    return width
  }
}

/** Cuts the middle of text until it fits; the end distinguishes addresses. Empty if nothing fits. */
export function cutToFit(text: string, room: number, widthOf: (part: string) => number): string {
  if (widthOf(text) <= room) return text
  const cut = (length: number) => {
    const tail = Math.ceil(length * 0.5)
    return `${text.slice(0, length - tail)}…${text.slice(text.length - tail)}`
  }
  const longest = firstThat(text.length, (index) => widthOf(cut(index + 1)) > room)
  return longest === 0 ? '' : cut(longest)
}
