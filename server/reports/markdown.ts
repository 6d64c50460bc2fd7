/** Writes a report as Markdown for the summary of a CI job, and the tables of other Markdown reports. */

import { duration } from '../words/duration.ts'
import { linesOf, markup } from '../words/markup.ts'
import { plural } from '../words/plural.ts'
import { isProblem, type Report } from './report.ts'

export function markdownOf({ name, ms, cases }: Report): string {
  const problems = cases.filter(isProblem)
  const counts =
    problems.length === 0
      ? plural(cases.length, 'case')
      : `${problems.length} of ${plural(cases.length, 'case')} failed`
  const rows = problems.map(({ suite, name, message = '', details = '' }) => [
    `**${cell(name)}**<br>${cell(suite)}`,
    cell(message),
    cell(details),
  ])
  const paragraphs = [
    `## ${problems.length === 0 ? '✓' : '✕'} ${cell(name)}`,
    `${counts} · ${duration(ms)}`,
    ...(rows.length === 0 ? [] : [table(['Case', 'Result', 'Details'], rows)]),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** A table. Its cells are Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Text as a cell of a table shows it: nothing in it is Markdown or HTML, and lines of code stay lines. */
export const cell = (text: string): string =>
  linesOf(text)
    .map((line) => (line.isCode ? `<code>${escaped(line.text.trim())}</code>` : escaped(line.text)))
    .join('<br>')

const escaped = (text: string): string => markup(text).replace(/[\\`*_[\]|~#!]/g, '\\$&')
