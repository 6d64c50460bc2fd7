/** A streamed body whose pieces were put together wrongly. */
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { bodyTable, type Shared } from './body-table.ts'

/** Usual sizes of the pieces of a stream, in bytes. */
const sizes = [64, 128, 256, 512, 1000, 1024, 1460, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072]
/** Into how many equal pieces a body may be split. */
const counts = [2, 3, 4, 5, 8, 10]

function split(bytes: Buffer, size: number): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) found.push(bytes.subarray(at, at + size))
  return found
}

/** What a reader of a stream makes of its pieces. */
const mistakes: Readonly<Record<string, (pieces: Buffer[]) => Buffer | undefined>> = {
  'the last of its pieces': (pieces) => pieces.at(-1),
  'the first of its pieces': ([first]) => first,
  'its pieces without the first': (pieces) => Buffer.concat(pieces.slice(1)),
  'its pieces without the last': (pieces) => Buffer.concat(pieces.slice(0, -1)),
  'its pieces in reverse order': (pieces) => Buffer.concat(pieces.toReversed()),
  'its pieces with the first repeated': ([first, ...rest]) => first && Buffer.concat([first, first, ...rest]),
  'its pieces with the last repeated': (pieces) => Buffer.concat([...pieces, ...pieces.slice(-1)]),
  'its pieces, each repeated': (pieces) => Buffer.concat(pieces.flatMap((piece) => [piece, piece])),
  'its pieces joined with a comma': (pieces) => interleaved(pieces, ','),
  'its pieces joined with a newline': (pieces) => interleaved(pieces, '\n'),
  'its pieces with the lines of chunked encoding': (pieces) =>
    Buffer.concat([
      ...pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, crlf]),
      Buffer.from('0\r\n\r\n'),
    ]),
  'its pieces, each decoded as UTF-8 alone': (pieces) =>
    Buffer.from(pieces.map((piece) => piece.toString('utf8')).join('')),
}
const crlf = Buffer.from('\r\n')
const interleaved = (pieces: Buffer[], between: string) =>
  Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.from(between), piece])))

/** The content of chunked encoding that a server did not decode. */
function unchunked({ bytes }: BodyForms): Buffer | undefined {
  const found: Buffer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    const [, digits] =
      /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(
        end < 0 ? '' : bytes.toString('latin1', at, Math.min(end, at + 40)),
      ) ?? []
    if (digits === undefined) return undefined
    const size = Number.parseInt(digits, 16)
    if (size === 0) return Buffer.concat(found)
    if (end + 2 + size > bytes.length) return undefined
    found.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

const shared: Shared = { begins: 'The signature is correct for', work: { flat: 4, byte: 0.002 } }

export const pieces: readonly BodyTurn[] = [
  ...bodyTable('body_pieces', 2, shared).rows({
    'the body twice': ({ bytes }) => Buffer.concat([bytes, bytes]),
    'one half of the body, which holds the same content twice': ({ bytes }) =>
      bytes.length % 2 === 0 && bytes.subarray(0, bytes.length / 2).equals(bytes.subarray(bytes.length / 2))
        ? bytes.subarray(bytes.length / 2)
        : undefined,
    'the body in chunked encoding, as a single chunk': ({ bytes }) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]),
  }),
  ...bodyTable('body_pieces', 1, {
    ...shared,
    applies: ({ bytes }) => /^[0-9a-f]{1,8}\r\n/i.test(bytes.toString('latin1', 0, 10)),
  }).rows({
    'the body without the lines of chunked encoding': unchunked,
  }),
  ...sizes.flatMap((size) =>
    Object.entries(mistakes).flatMap(([said, make]) =>
      bodyTable('body_pieces', 2, {
        ...shared,
        applies: ({ bytes }) => bytes.length > size && bytes.length < 64 * size,
      }).rows({
        [`the body read in pieces of ${size} bytes: ${said}`]: ({ bytes }) => make(split(bytes, size)),
      }),
    ),
  ),
  ...counts.flatMap((count) =>
    Object.entries(mistakes).flatMap(([said, make]) =>
      bodyTable('body_pieces', 2, { ...shared, applies: ({ bytes }) => bytes.length >= count }).rows({
        [`the body read in ${count} equal pieces: ${said}`]: ({ bytes }) =>
          make(split(bytes, Math.ceil(bytes.length / count))),
      }),
    ),
  ),
]
