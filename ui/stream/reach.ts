/** Computes which lines to load for the visible part of the list. */
/** A gapless run of loaded lines, with the estimated lines above and below. */
export interface Reach {
  above: number
  count: number
  below: number
}
/** The visible lines, both ends included. */
export interface Sight {
  first: number
  last: number
}
type Reading = 'older' | 'newer' | 'afar'

/** The lines to load ahead of the visible part. */
export const ahead = 60
/** Farther than this, the list loads around the new position and drops the old lines. */
export const afar = 400

/** Whether all visible lines are loaded. */
export const isHere = ({ above, count }: Reach, { first, last }: Sight): boolean =>
  first >= above && last < above + count

/** The next lines to load for the visible part; null if all are loaded. */
export function readingFor({ above, count, below }: Reach, { first, last }: Sight): Reading | null {
  const end = above + count
  const isAfar = (above > 0 && last < above - afar) || (below > 0 && first > end + afar)
  if (isAfar) return 'afar'
  // Visible lines load before nearby lines.
  if (above > 0 && first < above) return 'newer'
  if (below > 0 && last >= end - ahead) return 'older'
  return above > 0 && first < above + ahead ? 'newer' : null
}

/** A line and its sequence number. */
type Known = readonly [index: number, seq: number]

/** The estimated sequence number of the line at `index`, between known lines, newest first. */
export function seqAt(known: readonly Known[], index: number): number {
  const falling = known.filter(([at, seq], i) =>
    known.slice(0, i).every((one) => one[0] < at && one[1] > seq),
  )
  const next = falling.findIndex(([at]) => at >= index)
  const to = next < 0 ? falling.at(-1) : falling[Math.max(1, next)]
  const from = next < 0 ? falling.at(-2) : falling[Math.max(0, next - 1)]
  if (from === undefined || to === undefined) return falling[0]?.[1] ?? 0
  const share = Math.min(1, Math.max(0, (index - from[0]) / (to[0] - from[0])))
  return Math.round(from[1] + (to[1] - from[1]) * share)
}

/** The estimated number of lines between two numbers, given `things` between two others. */
export const estimate = (things: number, known: number, unknown: number): number =>
  known <= 0 || unknown <= 0 ? 0 : Math.round((things * unknown) / known)
