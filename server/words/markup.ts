/** Text of any origin as reports show it: as safe lines, and as HTML and XML hold it. */
import { printableLines } from './printable.ts'

/** The lines of a text that is safe to show; those of code are indented. */
export const linesOf = (text: string): { text: string; isCode: boolean }[] =>
  text === '' ? [] : printableLines(text).map((line) => ({ text: line.trimEnd(), isCode: /^\s/.test(line) }))

/** The same as one text. */
export const shown = (text: string): string =>
  linesOf(text)
    .map((line) => line.text)
    .join('\n')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** The same as HTML and XML 1.0 hold it. XML forbids two characters besides the controls. */
export const markup = (text: string): string =>
  shown(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (one) => entities[one] ?? one)
