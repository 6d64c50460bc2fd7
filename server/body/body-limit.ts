/** Limits how much of a body a response contains. */
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { queryNumber } from '../schema/fields.ts'

/** The query field for responses with bodies. */
export const bodyLimitQuery = z.strictObject({
  body_limit: queryNumber('must be a whole number of bytes, 0 or more', 0)
    .optional()
    .meta({
      description: 'The most bytes of each body in the response, from its beginning; by default all',
      examples: [65_536],
    }),
})

const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** At most `limit` bytes from the beginning. Text is not cut inside a character. */
export function beginningOf(body: Buffer, limit: number, isText = isUtf8(body)): Buffer {
  if (body.length <= limit) return body
  let end = limit
  while (isText && end > 0 && isWithinCharacter(body[end])) end--
  return body.subarray(0, end)
}

/** The number of bytes left out, if any. */
export const leftOut = (body: Buffer, shown: Buffer): { body_left_out?: number } =>
  shown.length === body.length ? {} : { body_left_out: body.length - shown.length }

/** A body in an API response, cut at `limit` bytes. */
export function toldBody(bytes: Buffer, limit = Number.POSITIVE_INFINITY) {
  const isText = isUtf8(bytes)
  const shown = beginningOf(bytes, limit, isText)
  return {
    body: shown.toString('utf8'),
    body_base64: isText ? null : shown.toString('base64'),
    ...leftOut(bytes, shown),
  }
}

/** The exact bytes of a body, never with their own Content-Type: captured content must not run in a browser. */
export function bytesAnswer(body: Buffer): Response {
  const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
  return new Response(new Uint8Array(body), { headers })
}

/** The signed content, with its body cut like the body itself. */
export function signedWithin(content: string | null, body: Buffer, limit: number): string | null {
  if (content === null || body.length <= limit) return content
  const whole = body.toString('utf8')
  const shown = content.endsWith(whole)
    ? content.slice(0, content.length - whole.length) + beginningOf(body, limit).toString('utf8')
    : content.slice(0, limit)
  // Copied, since a slice of a text keeps the whole text in memory.
  return Buffer.from(shown, 'utf8').toString('utf8')
}
