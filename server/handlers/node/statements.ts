import { quoted } from '../lines.ts'
import type { Verification } from '../verification.ts'

/** A refusal as a statement. */
export const refuse = (status: number, message: string) => `throw new Refused(${status}, ${quoted(message)});`

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? 'undefined' : `header(${quoted(id.header)})`
