/** A gapless run of lines that are here, and how many are thought to be above and below it. */
export interface Reach {
  above: number
  count: number
  below: number
}
/** The lines in sight, both included. */
export interface Sight {
  first: number
  last: number
}
type Reading = 'older' | 'newer' | 'afar'

/** Lines that are read before they come in sight. */
export const ahead = 60
/** What is further away is not read on to, but begun anew there. */
export const afar = 400

/** Whether all in sight has been read. */
export const isHere = ({ above, count }: Reach, { first, last }: Sight): boolean =>
  first >= above && last < above + count

/** What is to be read so that all in sight is here; null where it is. */
export function readingFor({ above, count, below }: Reach, { first, last }: Sight): Reading | null {
  const end = above + count
  const isAfar = (above > 0 && last < above - afar) || (below > 0 && first > end + afar)
  if (isAfar) return 'afar'
  // What is in sight comes before what may come in sight.
  if (above > 0 && first < above) return 'newer'
  if (below > 0 && last >= end - ahead) return 'older'
  return above > 0 && first < above + ahead ? 'newer' : null
}

/** A line and its number in the order of all records. */
type Known = readonly [index: number, seq: number]

/** The number that the line at `index` may have, between lines of which it is known, newest first. */
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

/** How many lines there may be between two numbers where `things` lie between two others. */
export const estimate = (things: number, known: number, unknown: number): number =>
  known <= 0 || unknown <= 0 ? 0 : Math.round((things * unknown) / known)
