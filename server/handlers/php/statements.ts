import type { Verification } from '../verification.ts'

/** In single quotes, in which nothing but the quote and the backslash means anything. */
export const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

/** A refusal as the statement of a condition. */
export const refuse = (status: number, message: string) =>
  `    throw new Refused(${quoted(message)}, ${status});`

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? 'null' : `header_of(${quoted(id.header)})`
