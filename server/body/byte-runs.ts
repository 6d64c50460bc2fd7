/** Finds the stretches that two byte strings share. */
import type { Pausable } from '../memory/in-slices.ts'

export interface Run {
  a: number
  b: number
  length: number
}

/** The most edits of one search. The search then keeps its result and starts again after it. */
const editsAtOnce = 192
/** The most steps of all searches together: a few milliseconds. Bytes after that are not compared. */
const mostSteps = 100_000

/** Bytes that are compared at once. */
const block = 4096

/** The offset of the first difference, or the end of the shorter byte string. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + block <= most && Buffer.compare(a.subarray(at, at + block), b.subarray(at, at + block)) === 0)
    at += block
  while (at < most && a[at] === b[at]) at++
  return at
}

/**
 * The stretches that two byte strings share, in order: the common beginning, the common end, and between them
 * those of a shortest edit (Myers' greedy algorithm, in windows). Bytes after the step limit count as different. Pauses
 * between windows.
 */
export function* equalRuns(a: Uint8Array, b: Uint8Array): Pausable<Run[]> {
  const most = Math.min(a.length, b.length)
  const before = firstDifference(a, b)
  let after = 0
  // Whole blocks first, which is a hundred times as fast.
  while (
    after + block <= most - before &&
    Buffer.compare(
      a.subarray(a.length - after - block, a.length - after),
      b.subarray(b.length - after - block, b.length - after),
    ) === 0
  )
    after += block
  while (after < most - before && a[a.length - 1 - after] === b[b.length - 1 - after]) after++
  const runs: Run[] = before > 0 ? [{ a: 0, b: 0, length: before }] : []
  const [endA, endB] = [a.length - after, b.length - after]
  const left = { steps: mostSteps }
  let [x, y] = [before, before]
  while (x < endA && y < endB && left.steps > 0) {
    const found = search(a.subarray(x, endA), b.subarray(y, endB), left)
    for (const run of found.runs) push(runs, { a: x + run.a, b: y + run.b, length: run.length })
    x += found.toA
    y += found.toB
    yield
  }
  if (after > 0) push(runs, { a: endA, b: endB, length: after })
  return runs
}

/** Adds a run, or extends the last run if the two are adjacent. */
function push(runs: Run[], run: Run) {
  const last = runs.at(-1)
  if (last && last.a + last.length === run.a && last.b + last.length === run.b) last.length += run.length
  else runs.push(run)
}

/** The furthest point that a limited number of edits reaches, and the stretches shared on the way. */
function search(
  a: Uint8Array,
  b: Uint8Array,
  left: { steps: number },
): { toA: number; toB: number; runs: Run[] } {
  const edits = Math.min(editsAtOnce, a.length + b.length)
  /** By diagonal (index in a minus index in b): the furthest index in a. */
  const reach = new Int32Array(2 * edits + 3)
  const at = (diagonal: number) => reach[diagonal + edits + 1] ?? 0
  const trace: Int32Array[] = []
  for (let d = 0; ; d++) {
    trace.push(reach.slice(edits + 1 - d - 1, edits + 1 + d + 2))
    let [best, bestOn] = [-1, 0]
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && at(k - 1) < at(k + 1))
      const from = isDown ? at(k + 1) : at(k - 1) + 1
      let x = from
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      left.steps -= x - from + 1
      reach[k + edits + 1] = x
      const isInside = x <= a.length && x - k <= b.length
      if (isInside && 2 * x - k > best) [best, bestOn] = [2 * x - k, k]
    }
    const reached = at(bestOn)
    const isEnd = best === a.length + b.length
    if (isEnd || d === edits || left.steps <= 0)
      return { toA: reached, toB: reached - bestOn, runs: traced(trace, bestOn, reached) }
  }
}

/** The shared stretches on the way to a point, from the end to the beginning. */
function traced(trace: readonly Int32Array[], diagonal: number, reached: number): Run[] {
  const runs: Run[] = []
  let [k, x] = [diagonal, reached]
  for (let d = trace.length - 1; d >= 0; d--) {
    const before = (on: number) => trace[d]?.[on + d + 1] ?? 0
    const isDown = k === -d || (k !== d && before(k - 1) < before(k + 1))
    const from = d === 0 ? 0 : isDown ? before(k + 1) : before(k - 1) + 1
    if (x > from) runs.push({ a: from, b: from - k, length: x - from })
    if (d === 0) break
    k += isDown ? 1 : -1
    x = before(k)
  }
  return runs.reverse()
}
