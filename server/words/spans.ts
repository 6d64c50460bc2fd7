/** Lines of styled text. The command line paints them for a terminal. */

export type Style = 'green' | 'red' | 'yellow' | 'cyan' | 'gray' | 'bold'
/** A piece of a line in one style. */
export interface Span {
  text: string
  style?: Style | undefined
}
export type Line = readonly Span[]

export const span = (text: string, style?: Style): Span => ({ text, style })
/** Puts spans on one line, and leaves out the absent ones. */
export const joined = (spans: readonly (Span | undefined)[], gap = ' '): Line =>
  spans.filter((one) => one !== undefined).flatMap((one, i) => (i === 0 ? [one] : [span(gap), one]))
/** A line without its styles. */
export const textOf = (line: Line): string => line.map(({ text }) => text).join('')
