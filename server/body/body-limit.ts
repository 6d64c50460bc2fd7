import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { queryNumber } from '../schema/fields.ts'

/** The query of what is told with its bodies. */
export const bodyLimitQuery = z.strictObject({
  body_limit: queryNumber('must be a whole number of bytes, 0 or more', 0)
    .optional()
    .meta({
      description: 'Of longer bodies only so many bytes are told, from the beginning; all without it',
      examples: [65_536],
    }),
})

const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** So many bytes from the beginning at the most; of text, no character is cut in two. */
export function beginningOf(body: Buffer, limit: number, isText = isUtf8(body)): Buffer {
  if (body.length <= limit) return body
  let end = limit
  while (isText && end > 0 && isWithinCharacter(body[end])) end--
  return body.subarray(0, end)
}

/** How much is not told, where something is not. */
export const leftOut = (body: Buffer, shown: Buffer): { body_left_out?: number } =>
  shown.length === body.length ? {} : { body_left_out: body.length - shown.length }

/** A body as it is told, no more of it than so many bytes. */
export function toldBody(bytes: Buffer, limit = Number.POSITIVE_INFINITY) {
  const isText = isUtf8(bytes)
  const shown = beginningOf(bytes, limit, isText)
  return {
    body: shown.toString('utf8'),
    body_base64: isText ? null : shown.toString('base64'),
    ...leftOut(bytes, shown),
  }
}

/** The exact bytes of a body; never under its own type: what somebody sent must not run in a browser. */
export function bytesAnswer(body: Buffer): Response {
  const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
  return new Response(new Uint8Array(body), { headers })
}

/** What was signed, with the body in it no longer than it is told. */
export function signedWithin(content: string | null, body: Buffer, limit: number): string | null {
  if (content === null || body.length <= limit) return content
  const whole = body.toString('utf8')
  const shown = content.endsWith(whole)
    ? content.slice(0, content.length - whole.length) + beginningOf(body, limit).toString('utf8')
    : content.slice(0, limit)
  // Written anew: a part of a text keeps all of it in memory.
  return Buffer.from(shown, 'utf8').toString('utf8')
}
