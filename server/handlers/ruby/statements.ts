import type { Verification } from '../verification.ts'

/** In double quotes, in which a # may mean something. */
export const quoted = (text: string) => JSON.stringify(text).replace(/#/g, '\\#')

/** A refusal where a condition holds. */
export const refuse = (status: number, message: string, condition: string) =>
  `raise Refused.new(${status}, ${quoted(message)}) ${condition}`

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? 'nil' : `header.call(${quoted(id.header)})`
