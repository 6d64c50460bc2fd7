import { type Line, quoted } from '../lines.ts'
import type { Verification } from '../verification.ts'

const refused = (status: 400 | 401, message: string) =>
  `(StatusCode::${status === 400 ? 'BAD_REQUEST' : 'UNAUTHORIZED'}, ${quoted(message)})`

/** A refusal as the last statement of a block, in lines as rustfmt breaks them. */
export function refusal(status: 400 | 401, message: string): Line {
  const pair = refused(status, message)
  if (pair.length <= 62) return `    return Err(${pair});`
  const [, code, text] = /^\((\S+), (.*)\)$/.exec(pair) ?? []
  return ['    return Err((', `        ${code},`, `        ${text},`, '    ));']
}

/** A refusal where a condition holds. */
export const refuse = (status: 400 | 401, message: string, condition: string): Line => [
  `if ${condition} {`,
  refusal(status, message),
  '}',
]

/** The id where it is not signed. */
export const idText = ({ id }: Verification): string =>
  id === null || 'prefix' in id ? 'String::new()' : `header(headers, ${quoted(id.header)})`
