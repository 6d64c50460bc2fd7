import { headerText } from '../wire/header-pairs.ts'
import type { Exchange, HeaderPair } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { printableLines } from '../words/printable.ts'
import { type Line, type Style, span } from '../words/spans.ts'

/** Requests and responses as lines, for reading. */

/** A fact with its name before it. */
export const fact = (name: string, text: string, style?: Style): Line => [
  span(name.padEnd(9), 'gray'),
  span(text, style),
]

/** A header as who wrote it reads it, which is also how it is found. */
export const headerLine = ([name, value]: HeaderPair): Line => [
  span(`  ${name}:`, 'cyan'),
  span(` ${headerText(value)}`),
]

export const textLines = (text: string): Line[] =>
  printableLines(text.replace(/\r?\n$/, '')).map((line): Line => [span(`  ${line}`)])

/** A body behind its headers. */
export function bodyLines(text: string | null, base64: string | null): Line[] {
  if (base64 !== null) return [[], [span('  no text, in base64:', 'gray')], [span(`  ${base64}`)]]
  return text === null || text === '' ? [] : [[], ...textLines(text)]
}

type Response = Pick<
  NonNullable<Exchange['response']>,
  'status' | 'headers' | 'interim' | 'body' | 'body_base64' | 'trailers' | 'behind'
>

/**
 * A response, behind those that came before it.
 * @param how.start the line that a status begins
 * @param how.isWhole whether it came to its end
 * @param how.behindBody what is told of the body besides
 */
export function responseLines(
  { status, headers, interim = [], body, body_base64, trailers, behind }: Response,
  how: { start(status: number): string; isWhole: boolean; behindBody: Line[] },
): Line[] {
  const startLine = (status: number, note: string): Line => [
    span(`  ${how.start(status)}`, 'bold'),
    span(note, 'gray'),
  ]
  return [
    ...interim.flatMap((one) => [
      startLine(one.status, '  before the answer'),
      ...one.headers.map(headerLine),
      [],
    ]),
    startLine(status, how.isWhole ? '' : '  as far as it came'),
    ...headers.map(headerLine),
    ...bodyLines(body, body_base64),
    ...how.behindBody,
    ...(trailers ? [[], [span('  behind the body:', 'gray')], ...trailers.map(headerLine)] : []),
    ...(behind
      ? [[span(`  … ${plural(behind, 'byte')} more came behind the end that its head tells`, 'yellow')]]
      : []),
  ]
}
