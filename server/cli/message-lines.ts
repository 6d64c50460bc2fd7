/** Formats requests and responses as lines. */
import { headerText } from '../wire/header-pairs.ts'
import type { Exchange, HeaderPair } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { printableLines } from '../words/printable.ts'
import { type Line, type Style, span } from '../words/spans.ts'

/** A fact with its name before it. */
export const fact = (name: string, text: string, style?: Style): Line => [
  span(name.padEnd(9), 'gray'),
  span(text, style),
]

/** A header as its author wrote it. Searches find headers in this form, too. */
export const headerLine = ([name, value]: HeaderPair): Line => [
  span(`  ${name}:`, 'cyan'),
  span(` ${headerText(value)}`),
]

export const textLines = (text: string): Line[] =>
  printableLines(text.replace(/\r?\n$/, '')).map((line): Line => [span(`  ${line}`)])

/** A body after an empty line. */
export function bodyLines(text: string | null, base64: string | null): Line[] {
  if (base64 !== null) return [[], [span('  not text, in base64:', 'gray')], [span(`  ${base64}`)]]
  return text === null || text === '' ? [] : [[], ...textLines(text)]
}

type Response = Pick<
  NonNullable<Exchange['response']>,
  'status' | 'headers' | 'interim' | 'body' | 'body_base64' | 'trailers' | 'behind'
>

/**
 * A response, after its interim responses.
 * @param how.start the start line for a status
 * @param how.isWhole whether the response is complete
 * @param how.behindBody further lines about the body
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
      startLine(one.status, '  interim response'),
      ...one.headers.map(headerLine),
      [],
    ]),
    startLine(status, how.isWhole ? '' : '  incomplete'),
    ...headers.map(headerLine),
    ...bodyLines(body, body_base64),
    ...how.behindBody,
    ...(trailers ? [[], [span('  trailers:', 'gray')], ...trailers.map(headerLine)] : []),
    ...(behind
      ? [[span(`  … ${plural(behind, 'byte')} more followed the end of the response`, 'yellow')]]
      : []),
  ]
}
