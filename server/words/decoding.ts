/** Why a body could not be decoded, or not whole, in sentences. */
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
      return `${count} codings are named; at most 5 are undone.`
    case 'coding_unknown':
      return name === 'zstd'
        ? 'This version of Node cannot undo zstd; 22.15 and newer can.'
        : `The coding ${name.slice(0, 40)} is not known. gzip, deflate, br and zstd are.`
    case 'not_so_coded':
      return `It says ${name}, but is not: ${text}. ${looks_like ? looks[looks_like] : 'The bytes are shown as they came.'}`
    case 'coded_data_damaged':
      return `The ${name} data is damaged or ends early: ${text}. Shown is what came before.`
    case 'unsaid_gzip':
      return 'The body is gzip, though no Content-Encoding says so.'
    case 'over_the_bound':
      return `Only the first ${count} bytes are decoded.`
    case 'body_cut':
      return text ?? ''
    case 'not_json':
      return `It says JSON, but is not: ${text}.`
    case 'byte_order_mark':
      return 'It begins with a byte-order mark, which parsers of JSON may refuse.'
    case 'charset_unknown':
      return `The charset ${name} is not known; it was read as ${read_as}.`
    case 'not_of_charset':
      return `Not all of it is ${name}${at === undefined ? '' : `, first at byte ${at}`}: such bytes are shown as \uFFFD.`
    case 'control_characters':
      return 'It says text, but is full of control characters.'
    case 'boundary_not_named':
      return 'The Content-Type names no boundary, so that nobody can tell its parts.'
    case 'boundary_not_found':
      return `The boundary ${name.slice(0, 70)} does not occur in the body.`
    case 'boundary_not_closed':
      return 'The closing boundary is missing: the last part may be cut.'
    case 'parts_left_out':
      return `Only the first ${count} parts are told.`
    case 'fields_left_out':
      return `Only the first ${count} fields are told.`
    case 'percent_alone':
      return 'A % that no two hex digits follow stands as it is.'
  }
}

const undoneBefore = 'the header is wrong, or something on the way has undone the coding.'
const looks: Record<NonNullable<DecodeProblem['looks_like']>, string> = {
  gzip: 'The bytes look like gzip.',
  zstd: 'The bytes look like zstd.',
  json: `The bytes look like plain JSON: ${undoneBefore}`,
  text: `The bytes look like plain text: ${undoneBefore}`,
}
