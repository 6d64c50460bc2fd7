import type { BodyTurn } from '../search/accident.ts'

/** So many parts are tried. */
const places = ['first', 'second', 'third', 'fourth']

/** What stands in the nth part of a body of several parts, without the headers of the part (RFC 2046, 5.1.1). */
function partOf(bytes: Buffer, nth: number): Buffer | undefined {
  const end = bytes.indexOf('\r\n')
  const mark = bytes.subarray(0, end)
  let from = 0
  for (let skipped = 0; skipped < nth; skipped++) {
    from = bytes.indexOf(mark, from + mark.length)
    if (from < 0) return undefined
  }
  const start = bytes.indexOf('\r\n\r\n', from)
  const next = bytes.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), start)
  return start < 0 || next < start + 4 ? undefined : bytes.subarray(start + 4, next)
}

/** A form of several parts, such as one that files are sent in, of which one alone was signed. */
export const multipart: readonly BodyTurn[] = places.map((place, nth) => ({
  accident: {
    cause: 'part_signed',
    detail: `The signature is right for what stands in the ${place} part of the form alone.`,
    fix: 'Sign the whole body, boundaries included, once the client has made it; or send what is signed as JSON.',
  },
  rank: nth === 0 ? 0 : 1,
  work: { byte: 0.002 },
  applies: ({ bytes }) => /^--[^\r\n]{1,70}\r\n/.test(bytes.toString('latin1', 0, 80)),
  make: ({ bytes }) => partOf(bytes, nth),
}))
