/** What happened in one second. */
export interface Second {
  at: string
  sent: number
  succeeded: number
}

/** How many seconds the chart goes back. */
export const chartSeconds = 60

const isQuiet = ({ sent, succeeded }: Second) => sent === 0 && succeeded === 0

/**
 * The last full minute, oldest second first; what is not told of is null. While it goes on, the second that has only begun would be a
 * dip at the end; once it has ended, the minute is that up to the last second in which anything happened.
 */
export function lastMinute(told: readonly Second[], isGoingOn: boolean): (Second | null)[] {
  const end = isGoingOn ? told.length - 1 : told.findLastIndex((second) => !isQuiet(second)) + 1
  const full = told.slice(0, Math.max(0, end)).slice(-chartSeconds)
  return [...Array.from({ length: chartSeconds - full.length }, () => null), ...full]
}

/** The end of the scale: the next of 1, 2, 5, 10, 20, 50 … from four up. */
export function scaleEnd(highest: number): number {
  if (highest <= 4) return 4
  const power = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest) ?? highest
}

interface Box {
  width: number
  height: number
}

/** The outline over the minute, a step as wide as its second for each that is told of; it comes down to the ground where there are gaps. */
export function chartPath(values: readonly (number | null)[], end: number, { width, height }: Box): string {
  const step = width / values.length
  const isTold = (index: number) => (values[index] ?? null) !== null
  return values
    .map((value, index) => {
      if (value === null) return ''
      const up = isTold(index - 1) ? '' : `M${round(index * step)} ${height}`
      const down = isTold(index + 1) ? '' : `V${height}`
      const y = height - (Math.min(value, end) / end) * height
      return `${up}V${round(y)}H${round((index + 1) * step)}${down}`
    })
    .join('')
}
const round = (value: number) => Math.round(value * 10) / 10

/** What the chart shows, in words; where no second is full yet, `hasBegun` tells one that has begun from none. */
export function rateWords(minute: readonly (Second | null)[], isGoingOn: boolean, hasBegun: boolean): string {
  const told = minute.filter((second) => second !== null)
  if (told.length === 0)
    return hasBegun && isGoingOn ? 'It has only begun.' : 'Nothing was sent in the last minute.'
  const mean = (name: 'sent' | 'succeeded') =>
    round(told.reduce((sum, second) => sum + second[name], 0) / told.length)
  const most = Math.max(...told.map(({ sent }) => sent))
  const when = isGoingOn ? 'In the last' : 'In its last'
  return `${when} ${told.length} s: ${mean('sent')} sent and ${mean('succeeded')} succeeded a second on average, at most ${most} sent.`
}
