/** Draws sent and succeeded events per second over the last minute. */

import { chartPath, chartSeconds, lastMinute, rateWords, type Second, scaleEnd } from './rate-chart-scale.ts'

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
