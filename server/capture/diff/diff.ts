/** Compares two captures. */
import { comparingBytes } from '../../body/byte-diff.ts'
import { decodeBody } from '../../body/decode/decode.ts'
import { comparingJson, readingJson } from '../../json/json-changes.ts'
import { type Pausable, runInSlices, sliceMs } from '../../memory/in-slices.ts'
import type { CaptureDiff, CaptureRow } from '../../wire.ts'
import { whyCut } from '../kept-body.ts'
import { headerChanges } from './header-changes.ts'

interface Side {
  capture: CaptureRow
  body: Buffer
}

interface Decoded extends Side {
  /** Null if the body is not text. */
  text: string | null
}

/** Decoded bodies up to this size in bytes are compared as JSON. */
const mostCompared = 10_000_000

const compared = ['method', 'path', 'query', 'http_version'] as const

/**
 * The differences between two captures: request line, headers, decoded JSON, and bytes. Bodies of a megabyte take hundreds
 * of milliseconds, so other work gets turns.
 * @param elapsed a monotonic time in ms, see `Outside`
 */
export async function captureDiff(before: Side, after: Side, elapsed: () => number): Promise<CaptureDiff> {
  const [old, now] = [await textOf(before, elapsed), await textOf(after, elapsed)]
  return runInSlices(comparing({ ...before, text: old }, { ...after, text: now }), sliceMs, elapsed)
}

function* comparing(before: Decoded, after: Decoded): Pausable<CaptureDiff> {
  const old = before.text === null ? undefined : yield* readingJson(before.text)
  const now = after.text === null ? undefined : yield* readingJson(after.text)
  const json = old && now ? yield* comparingJson(old.value, now.value) : null
  yield
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
    json,
    body: yield* comparingBytes('body', before.body, after.body),
  }
}

async function textOf({ capture, body }: Side, elapsed: () => number): Promise<string | null> {
  const coded = { headers: capture.headers, body, cut: whyCut(capture) }
  return (await decodeBody(coded, elapsed, mostCompared)).text
}
