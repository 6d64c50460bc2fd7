import { isUtf8 } from 'node:buffer'
import { beginningOf, leftOut } from './body-limit.ts'

/** Bytes as text where they are UTF-8 without loss, else undefined. */
export const textOf = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? bytes.toString('utf8') : undefined

interface BodyWire {
  body: string | null
  body_base64: string | null
  body_left_out?: number
}

/** A body as it is told: as text where it is some, else as base64; null for one that is not kept. */
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

/** A body without the last character, where that was cut in two and all before it is text. */
export function wholeCharacters(body: Buffer, isTruncated: boolean): Buffer {
  if (!isTruncated || textOf(body) !== undefined) return body
  const shorter = [1, 2, 3].map((cut) => body.subarray(0, -cut))
  return shorter.find((one) => textOf(one) !== undefined) ?? body
}

/** What a request in JSON that holds a captured one may have beside its body. */
export const headBytes = 4_000_000

/** The length of so many bytes in base64. */
export const inBase64 = (bytes: number): number => Math.ceil(bytes / 3) * 4
