/** Shows where two byte strings differ. */
import type { Pausable } from '../memory/in-slices.ts'
import type { Difference } from '../wire.ts'
import { equalRuns, firstDifference, type Run } from './byte-runs.ts'

type Part = Difference['parts'][number]
/**
 * A place where two byte strings differ: `a` to `aEnd` in the first corresponds to `b` to `bEnd` in the second.
 */
interface Hunk {
  a: number
  aEnd: number
  b: number
  bEnd: number
}

/** Common bytes shown on each side of a difference. */
const context = 24
/** Bytes shown at each end of a difference. */
const shownFirst = 120
const shownLast = 40
/** Fewer common bytes than this between two differences are a coincidence and count as part of both. */
const fewest = 4
/** The most differences shown. All further differences count as one. */
const mostHunks = 40

/**
 * The differences of two byte strings, hunk by hunk: the common bytes around each, the bytes of `sender` only and
 * those of `here` only. Null if the two are equal. If bytes are left out (`skipped`), the text has an ellipsis
 * there. No character is cut. Takes linear time for few differences, and at most tens of milliseconds, with pauses.
 * @param of the name of the compared bytes, such as `signed string`
 */
export function* comparingBytes(of: string, sender: Buffer, here: Buffer): Pausable<Difference | null> {
  if (sender.equals(here)) return null
  const hunks = yield* hunksOf(sender, here)
  const parts: Part[] = []
  let at = 0
  for (const [i, hunk] of hunks.entries()) {
    parts.push(...both(sender.subarray(at, hunk.a), i === 0 ? 'first' : 'between'))
    parts.push(...only('sender', sender.subarray(hunk.a, hunk.aEnd)))
    parts.push(...only('here', here.subarray(hunk.b, hunk.bEnd)))
    at = hunk.aEnd
  }
  parts.push(...both(sender.subarray(at), 'last'))
  return {
    of,
    at: firstDifference(sender, here),
    sender_bytes: sender.length,
    here_bytes: here.length,
    parts,
  }
}

function* hunksOf(sender: Buffer, here: Buffer): Pausable<Hunk[]> {
  const hunks: Hunk[] = []
  let [a, b] = [0, 0]
  for (const run of [...(yield* equalRuns(sender, here)), { a: sender.length, b: here.length, length: 0 }]) {
    const { a: toA, b: toB, length } = inWholeCharacters(run, sender)
    if (toA > a || toB > b) add(hunks, { a, aEnd: toA, b, bEnd: toB })
    a = toA + length
    b = toB + length
  }
  const rest = hunks.splice(mostHunks)
  const [first, last] = [rest[0], rest.at(-1)]
  return first && last ? [...hunks, { ...first, aEnd: last.aEnd, bEnd: last.bEnd }] : hunks
}

/** Adds a hunk, or extends the last hunk if the bytes between are a coincidence. */
function add(hunks: Hunk[], hunk: Hunk) {
  const last = hunks.at(-1)
  const between = last ? hunk.a - last.aEnd : fewest
  const isInsertion = [last, hunk].every((one) => one && one.a === one.aEnd)
  const isDeletion = [last, hunk].every((one) => one && one.b === one.bEnd)
  if (last && (between === 0 || (between < fewest && !isInsertion && !isDeletion))) {
    last.aEnd = hunk.aEnd
    last.bEnd = hunk.bEnd
  } else hunks.push(hunk)
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
const lengthBy = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1)

/** A run without characters that are cut at either end. */
function inWholeCharacters(run: Run, bytes: Buffer): Run {
  let from = run.a
  let to = run.a + run.length
  const end = to
  if (from > 0) while (from < to && from - run.a < 3 && isContinuation(bytes[from])) from++
  for (let lead = to - 1; to < bytes.length && lead >= from && end - lead <= 3; lead--) {
    if (isContinuation(bytes[lead])) continue
    if (lead + lengthBy(bytes[lead] ?? 0) > end) to = lead
    break
  }
  return { a: from, b: run.b + from - run.a, length: to - from }
}

function only(side: 'sender' | 'here', bytes: Buffer): Part[] {
  if (bytes.length === 0) return []
  if (bytes.length <= shownFirst + shownLast) return [{ side, text: shown(bytes), skipped: 0 }]
  return [{ side, ...shortened(bytes, shownFirst, shownLast) }]
}

function both(bytes: Buffer, place: 'first' | 'between' | 'last'): Part[] {
  if (bytes.length === 0) return []
  const [first, last] = { first: [0, context], between: [context, context], last: [context, 0] }[place]
  if (bytes.length <= (first ?? 0) + (last ?? 0)) return [{ side: 'both', text: shown(bytes), skipped: 0 }]
  return [{ side: 'both', ...shortened(bytes, first ?? 0, last ?? 0) }]
}

/** The first and last bytes, moved so that no character is cut. */
function shortened(bytes: Buffer, first: number, last: number): { text: string; skipped: number } {
  let [to, from] = [first, bytes.length - last]
  while (to > 0 && first - to < 3 && isContinuation(bytes[to])) to--
  while (from < bytes.length && from - bytes.length + last < 3 && isContinuation(bytes[from])) from++
  return { text: `${shown(bytes.subarray(0, to))}…${shown(bytes.subarray(from))}`, skipped: from - to }
}

/** The bytes as text, with control characters and invalid bytes as \xNN. */
function shown(bytes: Buffer): string {
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const length = lengthBy(bytes[at] ?? 0)
    const character = bytes.subarray(at, at + length)
    const read = character.toString('utf8')
    const isText = Buffer.from(read, 'utf8').equals(character) && !/\p{Cc}|\p{Cf}/u.test(read)
    text += isText ? read : escaped(character.subarray(0, 1))
    // Only one byte is escaped, since the next may begin a valid character.
    at += isText ? length : 1
  }
  return text
}

const escaped = (bytes: Buffer) => `\\x${bytes.toString('hex').toUpperCase()}`
