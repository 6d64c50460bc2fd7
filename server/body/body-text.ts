/** Converts bodies to text or base64 for responses. */
import { isUtf8 } from 'node:buffer'
import { beginningOf, leftOut } from './body-limit.ts'

/** Bytes as text if they are valid UTF-8, else undefined. */
export const textOf = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? bytes.toString('utf8') : undefined

interface BodyWire {
  body: string | null
  body_base64: string | null
  body_left_out?: number
}

/** A body in an API response: as text if possible, else as base64. Null if the body is not stored. */
export function bodyWire(body: Buffer | null, limit = Number.POSITIVE_INFINITY): BodyWire {
  if (body === null) return { body: null, body_base64: null }
  const isText = isUtf8(body)
  const shown = beginningOf(body, limit, isText)
  return {
    body: isText ? shown.toString('utf8') : null,
    body_base64: isText ? null : shown.toString('base64'),
    ...leftOut(body, shown),
  }
}

/** A body without its last character, if that character is cut and everything before it is text. */
export function wholeCharacters(body: Buffer, isTruncated: boolean): Buffer {
  if (!isTruncated || textOf(body) !== undefined) return body
  const shorter = [1, 2, 3].map((cut) => body.subarray(0, -cut))
  return shorter.find((one) => textOf(one) !== undefined) ?? body
}

/** The overhead of a JSON request that contains a captured body. */
export const headBytes = 4_000_000

/** The length in base64 of a number of bytes. */
export const inBase64 = (bytes: number): number => Math.ceil(bytes / 3) * 4
