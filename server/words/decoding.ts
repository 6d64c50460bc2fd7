/** Explains in words why a body could not be decoded completely. */
import type { DecodeProblem } from '../wire.ts'

export function decodingWords({
  code,
  name = '',
  looks_like,
  read_as,
  at,
  count,
  text,
}: DecodeProblem): string {
  switch (code) {
    case 'too_many_codings':
      return `The header names ${count} codings. The sandbox decodes at most 5.`
    case 'coding_unknown':
      return name === 'zstd'
        ? 'This version of Node cannot decode zstd. Use Node 22.15 or later.'
        : `Unknown coding ${name.slice(0, 40)}. The sandbox decodes gzip, deflate, br and zstd.`
    case 'not_so_coded':
      return `Content-Encoding is ${name}, but the body is not ${name}: ${text}. ${looks_like ? looks[looks_like] : 'The sandbox shows the received bytes.'}`
    case 'coded_data_damaged':
      return `The ${name} data is damaged or ends early: ${text}. The sandbox shows the part before the damage.`
    case 'unsaid_gzip':
      return 'The body is gzip, but the request has no Content-Encoding.'
    case 'over_the_bound':
      return `The sandbox decoded only the first ${count} bytes.`
    case 'body_cut':
      return text ?? ''
    case 'not_json':
      return `Content-Type is JSON, but the body is not JSON: ${text}.`
    case 'byte_order_mark':
      return 'The body begins with a byte-order mark, which JSON parsers may refuse.'
    case 'charset_unknown':
      return `Unknown charset ${name}. The sandbox read the body as ${read_as}.`
    case 'not_of_charset':
      return `Some bytes are not ${name}${at === undefined ? '' : `, first at byte ${at}`}. The sandbox shows them as \uFFFD.`
    case 'control_characters':
      return 'Content-Type is text, but the body is full of control characters.'
    case 'boundary_not_named':
      return 'Content-Type names no boundary, so the parts cannot be separated.'
    case 'boundary_not_found':
      return `The boundary ${name.slice(0, 70)} does not occur in the body.`
    case 'boundary_not_closed':
      return 'The closing boundary is missing. The last part may be incomplete.'
    case 'parts_left_out':
      return `The sandbox shows only the first ${count} parts.`
    case 'fields_left_out':
      return `The sandbox shows only the first ${count} fields.`
    case 'percent_alone':
      return 'A % without two hex digits after it is not decoded.'
  }
}

const undoneBefore = 'the header is wrong, or a proxy has decoded the body.'
const looks: Record<NonNullable<DecodeProblem['looks_like']>, string> = {
  gzip: 'The bytes look like gzip.',
  zstd: 'The bytes look like zstd.',
  json: `The bytes look like plain JSON: ${undoneBefore}`,
  text: `The bytes look like plain text: ${undoneBefore}`,
}
