import { type Line, quoted as quotedText } from '../lines.ts'
import type { Verification } from '../verification.ts'

/** In ASCII: up to version 17 a source is read in whatever the machine's own encoding is. */
export const quoted = (text: string): string =>
  quotedText(text).replace(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const refusal = (status: number, message: string) =>
  `throw new Refused(${status}, ${quoted(message)});`

/** A refusal where a condition holds. */
export const refuse = (status: number, message: string, condition: string): Line => [
  `if (${condition}) {`,
  `    ${refusal(status, message)}`,
  '}',
]

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? 'null' : `header(headers, ${quoted(id.header)})`
