/** A stretch of bytes that two byte strings share: where it begins in each, and how long it is. */
export interface Run {
  a: number
  b: number
  length: number
}

/** How many edits one search may take before what it has found is kept and a new one begins behind it. */
const editsAtOnce = 192
/** Steps of all searches together: a few milliseconds, whatever is compared; what lies behind is not told one by one. */
const mostSteps = 100_000

/**
 * The stretches that two byte strings share, in order: the common beginning, the common end, and between them those of a
 * shortest edit (Myers' greedy algorithm, in windows). What lies behind the bound is left as differing.
 */
export function equalRuns(a: Uint8Array, b: Uint8Array): Run[] {
  const most = Math.min(a.length, b.length)
  let before = 0
  while (before < most && a[before] === b[before]) before++
  let after = 0
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
  }
  if (after > 0) push(runs, { a: endA, b: endB, length: after })
  return runs
}

/** Adds a run, as part of the last one where it goes on from there. */
function push(runs: Run[], run: Run) {
  const last = runs.at(-1)
  if (last && last.a + last.length === run.a && last.b + last.length === run.b) last.length += run.length
  else runs.push(run)
}

/** The furthest that a bounded number of edits leads: up to where, and what is shared on the way. */
function search(
  a: Uint8Array,
  b: Uint8Array,
  left: { steps: number },
): { toA: number; toB: number; runs: Run[] } {
  const edits = Math.min(editsAtOnce, a.length + b.length)
  /** By diagonal (index in a less index in b): how far in a. */
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

/** The shared stretches of the way that led to a diagonal's reach, told backwards from there. */
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
