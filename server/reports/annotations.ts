/** Writes annotations of GitHub Actions, one a line. */
import { shown } from '../words/markup.ts'
import { isProblem, type Report } from './report.ts'

export interface Annotation {
  level: 'error' | 'warning' | 'notice'
  title: string
  /** Its lines stay lines. */
  message: string
}

export const annotationLine = ({ level, title, message }: Annotation): string =>
  `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}`

/** The runner reads a command up to the end of its line, and decodes these three escapes. */
const data = (text: string): string =>
  shown(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** An error for each case of a report that makes the command fail. */
export const annotationsOf = ({ cases }: Report): Annotation[] =>
  cases.filter(isProblem).map(({ suite, name, message = '', details = '' }) => ({
    level: 'error',
    title: `${suite}: ${name}`,
    message: [message, details].filter((part) => part !== '').join('\n'),
  }))
