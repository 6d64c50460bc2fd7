import { expect, test } from 'vitest'
import type { DecodeProblem } from '../../server/wire.ts'
import { decodingWords } from '../../server/words/decoding.ts'

test.each<[problem: DecodeProblem, words: string]>([
  [{ code: 'too_many_codings', count: 6 }, 'The header names 6 codings. The sandbox decodes at most 5.'],
  [
    { code: 'coding_unknown', name: 'rot13' },
    'Unknown coding rot13. The sandbox decodes gzip, deflate, br and zstd.',
  ],
  [
    { code: 'coding_unknown', name: 'zstd' },
    'This version of Node cannot decode zstd. Use Node 22.15 or later.',
  ],
  [
    { code: 'not_so_coded', name: 'br', text: 'bad', looks_like: 'gzip' },
    'Content-Encoding is br, but the body is not br: bad. The bytes look like gzip.',
  ],
  [
    { code: 'not_so_coded', name: 'gzip', text: 'bad', looks_like: 'json' },
    'Content-Encoding is gzip, but the body is not gzip: bad. The bytes look like plain JSON: the header is wrong, or a proxy has decoded the body.',
  ],
  [
    { code: 'not_so_coded', name: 'gzip', text: 'bad' },
    'Content-Encoding is gzip, but the body is not gzip: bad. The sandbox shows the received bytes.',
  ],
  [
    { code: 'coded_data_damaged', name: 'gzip', text: 'unexpected end of file' },
    'The gzip data is damaged or ends early: unexpected end of file. The sandbox shows the part before the damage.',
  ],
  [{ code: 'unsaid_gzip' }, 'The body is gzip, but the request has no Content-Encoding.'],
  [{ code: 'over_the_bound', count: 2000 }, 'The sandbox decoded only the first 2000 bytes.'],
  [{ code: 'body_cut', text: 'The sender went away.' }, 'The sender went away.'],
  [
    { code: 'not_json', text: 'Unexpected end' },
    'Content-Type is JSON, but the body is not JSON: Unexpected end.',
  ],
  [{ code: 'byte_order_mark' }, 'The body begins with a byte-order mark, which JSON parsers may refuse.'],
  [
    { code: 'charset_unknown', name: 'klingon', read_as: 'utf-8' },
    'Unknown charset klingon. The sandbox read the body as utf-8.',
  ],
  [
    { code: 'not_of_charset', name: 'utf-8', at: 6 },
    'Some bytes are not utf-8, first at byte 6. The sandbox shows them as \uFFFD.',
  ],
  [
    { code: 'not_of_charset', name: 'shift_jis' },
    'Some bytes are not shift_jis. The sandbox shows them as \uFFFD.',
  ],
  [{ code: 'control_characters' }, 'Content-Type is text, but the body is full of control characters.'],
  [{ code: 'boundary_not_named' }, 'Content-Type names no boundary, so the parts cannot be separated.'],
  [{ code: 'boundary_not_found', name: 'xyz' }, 'The boundary xyz does not occur in the body.'],
  [{ code: 'boundary_not_closed' }, 'The closing boundary is missing. The last part may be incomplete.'],
  [{ code: 'parts_left_out', count: 1000 }, 'The sandbox shows only the first 1000 parts.'],
  [{ code: 'fields_left_out', count: 10_000 }, 'The sandbox shows only the first 10000 fields.'],
  [{ code: 'percent_alone' }, 'A % without two hex digits after it is not decoded.'],
])('%j', (problem, words) => expect(decodingWords(problem)).toBe(words))
