/** Compares two captures. */
import { byteDifference } from '../../body/byte-diff.ts'
import { decodeBody } from '../../body/decode/decode.ts'
import { jsonChanges, jsonIn } from '../../json/json-changes.ts'
import type { CaptureDiff, CaptureRow } from '../../wire.ts'
import { whyCut } from '../kept-body.ts'
import { headerChanges } from './header-changes.ts'

interface Side {
  capture: CaptureRow
  body: Buffer
}

/** Decoded bodies up to this size in bytes are compared as JSON. */
const mostCompared = 10_000_000

const compared = ['method', 'path', 'query', 'http_version'] as const

/** The differences between two captures: request line, headers, decoded JSON, and bytes. */
export async function captureDiff(before: Side, after: Side): Promise<CaptureDiff> {
  const [old, now] = [jsonIn(await textOf(before)), jsonIn(await textOf(after))]
  return {
    before: before.capture.id,
    after: after.capture.id,
    line: compared
      .filter((part) => before.capture[part] !== after.capture[part])
      .map((part) => ({
        path: part,
        change: 'changed',
        before: before.capture[part],
        after: after.capture[part],
      })),
    headers: headerChanges(before.capture.headers, after.capture.headers),
    json: old && now ? jsonChanges(old.value, now.value) : null,
    body: byteDifference('body', before.body, after.body),
  }
}

async function textOf({ capture, body }: Side): Promise<string | null> {
  const decoded = await decodeBody({ headers: capture.headers, body, cut: whyCut(capture) }, mostCompared)
  return decoded.text
}
