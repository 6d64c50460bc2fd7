/** What happened in one second. */
export interface Second {
  at: string
  sent: number
  succeeded: number
}

/** How many seconds the chart goes back. */
export const chartSeconds = 60

/** The last full minute, oldest second first; what is not told of is null. The second that is still going on would be a dip at the end. */
export function lastMinute(told: readonly Second[], isGoingOn: boolean): (Second | null)[] {
  const full = (isGoingOn ? told.slice(0, -1) : told).slice(-chartSeconds)
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

/** The points of a line over the minute, one for each second that is told of, in parts where there are gaps. */
export function chartPath(values: readonly (number | null)[], end: number, { width, height }: Box): string {
  const step = width / (values.length - 1)
  return values
    .map((value, index) => {
      if (value === null) return ''
      const isFirst = index === 0 || values[index - 1] === null
      const y = height - (Math.min(value, end) / end) * height
      return `${isFirst ? 'M' : 'L'}${round(index * step)} ${round(y)}`
    })
    .join('')
}
const round = (value: number) => Math.round(value * 10) / 10

/** What the chart shows, in words. */
export function rateWords(minute: readonly (Second | null)[]): string {
  const told = minute.filter((second) => second !== null)
  if (told.length === 0) return 'Nothing was sent in the last minute.'
  const mean = (name: 'sent' | 'succeeded') =>
    round(told.reduce((sum, second) => sum + second[name], 0) / told.length)
  const most = Math.max(...told.map(({ sent }) => sent))
  return `In the last ${told.length} s: ${mean('sent')} sent and ${mean('succeeded')} succeeded a second on average, at most ${most} sent.`
}
