import { type Line, quoted } from '../lines.ts'
import type { Verification } from '../verification.ts'

export const refusal = (status: number, message: string) =>
  `throw new Refused(${status}, ${quoted(message)});`

/** In @"", where a quote alone is doubled. */
export const verbatim = (text: string) => `@"${text.replaceAll('"', '""')}"`

/** A refusal where a condition holds. */
export const refuse = (status: number, message: string, condition: string): Line =>
  `if (${condition}) ${refusal(status, message)}`

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? 'null' : `Header(request, ${quoted(id.header)})`
