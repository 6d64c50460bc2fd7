import { quoted } from '../lines.ts'
import type { Verification } from '../verification.ts'

/** A refusal as the statement of a condition. */
export const refuse = (status: number, message: string) => `    raise Refused(${status}, ${quoted(message)})`

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? 'None' : `header(${quoted(id.header)})`
