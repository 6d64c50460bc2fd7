/** Draws sent and succeeded events per second over the last minute. */

const box = { width: 480, height: 120 }
const left = 34
const top = 10
const bottom = 18

interface Props {
  /** The counts of each second. */
  seconds: readonly Second[]
  isGoingOn: boolean
}

/** Both values share one scale. Text repeats the chart. */
export function RateChart({ seconds, isGoingOn }: Props) {
  const minute = lastMinute(seconds, isGoingOn)
  const end = scaleEnd(
    Math.max(0, ...minute.map((second) => Math.max(second?.sent ?? 0, second?.succeeded ?? 0))),
  )
  const line = (name: 'sent' | 'succeeded') =>
    chartPath(
      minute.map((second) => second?.[name] ?? null),
      end,
      box,
    )
  return (
    <figure class="rate-chart">
      <svg
        viewBox={`0 0 ${left + box.width + 6} ${top + box.height + bottom}`}
        role="img"
        aria-label="Sent and succeeded in each second of the last minute"
      >
        <g transform={`translate(${left} ${top})`}>
          {[0, 0.5, 1].map((share) => (
            <g key={share} transform={`translate(0 ${box.height * (1 - share)})`}>
              <path class="grid" d={`M0 0H${box.width}`} />
              <text x={-6} y={4} text-anchor="end">
                {end * share}
              </text>
            </g>
          ))}
          {[60, 45, 30, 15, 0].map((ago) => (
            <text
              key={ago}
              x={box.width * (1 - ago / chartSeconds)}
              y={box.height + 14}
              text-anchor={ago === 0 ? 'end' : ago === 60 ? 'start' : 'middle'}
            >
              {ago === 0 ? (isGoingOn ? 'now' : 'end') : `−${ago} s`}
            </text>
          ))}
          <path class="succeeded" d={line('succeeded')} />
          <path class="sent" d={line('sent')} />
        </g>
      </svg>
      <figcaption>
        <span class="rate-legend">
          <span class="sent">sent</span> <span class="succeeded">succeeded</span>
        </span>{' '}
        <span class="quiet">{rateWords(minute, isGoingOn, seconds.length > 0)}</span>
      </figcaption>
    </figure>
  )
}

/** The counts of one second. */
export interface Second {
  at: string
  sent: number
  succeeded: number
}

/** Number of seconds in the chart. */
const chartSeconds = 60

const isQuiet = ({ sent, succeeded }: Second) => sent === 0 && succeeded === 0

/**
 * The last full minute, oldest first. Seconds without data are null. While traffic runs, the incomplete current
 * second is left out. After it ended, the minute ends with the last active second.
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

/** The outline of the chart: one step per second, down to zero at gaps. */
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

/** The chart in words. `hasBegun` separates traffic without a full second from no traffic. */
export function rateWords(minute: readonly (Second | null)[], isGoingOn: boolean, hasBegun: boolean): string {
  const told = minute.filter((second) => second !== null)
  if (told.length === 0)
    return hasBegun && isGoingOn ? 'Traffic has just started.' : 'No events in the last minute.'
  const mean = (name: 'sent' | 'succeeded') =>
    round(told.reduce((sum, second) => sum + second[name], 0) / told.length)
  const most = Math.max(...told.map(({ sent }) => sent))
  const when = isGoingOn ? 'Last' : 'Final'
  return `${when} ${told.length} s, average per second: ${mean('sent')} sent, ${mean('succeeded')} succeeded. Most in one second: ${most} sent.`
}
