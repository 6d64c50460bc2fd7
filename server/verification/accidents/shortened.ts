import type { BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import type { Work } from './work.ts'

/** Where columns of databases, buffers and the parsers of frameworks stop, in bytes. */
const limits = [
  255, 1024, 4000, 4096, 8192, 16_384, 32_768, 65_535, 65_536, 100_000, 102_400, 131_072, 1_048_576,
]

const turn = (of: string, how: Pick<BodyTurn, 'applies' | 'needs' | 'make' | 'work'>): BodyTurn => ({
  accident: { cause: 'body_shortened', detail: `The signature is right for ${of}.` },
  rank: 1,
  ...how,
})

const beginning = (bytes: Buffer, length: number) =>
  length < bytes.length ? bytes.subarray(0, length) : undefined

const isBeyondAscii = ({ isAscii }: BodyForms) => !isAscii()

/** By the length of a text, which counts no bytes. */
const asLong = (said: string, rank: Rank, work: Work, lengthOf: (text: string) => number): BodyTurn => ({
  ...turn(`as many bytes of the body as it has letters, as ${said}`, {
    needs: 'text',
    work,
    applies: isBeyondAscii,
    make: (body) => beginning(body.bytes, lengthOf(body.text())),
  }),
  rank,
})

/** What closes all that is open in a piece of JSON. */
function closing(bytes: Buffer): string {
  const open: string[] = []
  let isQuoted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x22) isQuoted = !isQuoted
    else if (isQuoted) at += byte === 0x5c ? 1 : 0
    else if (byte === 0x7b) open.push('}')
    else if (byte === 0x5b) open.push(']')
    else if (byte === 0x7d || byte === 0x5d) open.pop()
  }
  return (isQuoted ? '"' : '') + open.reverse().join('')
}

/** A body of which one side has the beginning alone. */
export const shortened: readonly BodyTurn[] = [
  turn('the JSON with what is still open at its end closed: the rest of it did not come', {
    work: { byte: 0.003 },
    applies: ({ counts }) => counts().open > 0,
    make: ({ bytes }) => Buffer.concat([bytes, Buffer.from(closing(bytes))]),
  }),
  asLong('JavaScript, Java and C# count them', 1, {}, (text) => text.length),
  asLong('Python counts them', 2, { byte: 0.001 }, (text) => text.replace(/[\ud800-\udbff]/g, '').length),
  ...limits.map((limit) =>
    turn(`the first ${limit} bytes of the body alone`, {
      work: {},
      applies: ({ bytes }) => bytes.length > limit,
      make: ({ bytes }) => beginning(bytes, limit),
    }),
  ),
]
