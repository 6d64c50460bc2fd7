import { type Line, quoted } from '../lines.ts'
import type { Verification } from '../verification.ts'

/** A refusal where a condition holds. */
export const refuse = (status: 400 | 401, message: string, condition: string): Line => [
  `if ${condition} {`,
  `\t${refusal(status, message)}`,
  '}',
]

const refusal = (status: 400 | 401, message: string) =>
  `return "", &refused{${status === 400 ? 'http.StatusBadRequest' : 'http.StatusUnauthorized'}, ${quoted(message)}}`

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? '""' : `header(r, ${quoted(id.header)})`
