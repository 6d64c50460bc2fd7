import type { Traffic } from '../wire.ts'
import { sayDuration } from '../words/time.ts'
import { sayMs, secondsTime } from './delivery-words.ts'
import { joined, type Line, type Span, span } from './spans.ts'

/** How the traffic stands. */
export function trafficLines(now: Traffic): Line[] {
  const { id, running, rate, shape, seed, for_ms, count, ends_at, ended_at, subscription_id, fault } = now
  if (id === null) return [[span('no traffic')]]
  return [
    joined(
      [
        span(id, 'bold'),
        running ? span('running', 'green') : span('ended', 'gray'),
        span(`${rate} events a second, ${shape}, seed ${seed}`),
        for_ms === null ? undefined : span(`for ${sayDuration(for_ms)}`),
        count === null ? undefined : span(`${count} in all`),
        running && ends_at !== null ? span(`until ${secondsTime(ends_at)}`) : undefined,
        ended_at === null ? undefined : span(`at ${secondsTime(ended_at)}`),
        subscription_id === null ? undefined : span(`to ${subscription_id}`),
        fault === null ? undefined : span(`fault ${fault}`, 'yellow'),
      ],
      '  ',
    ),
    [span(`  ${mixOf(now)}`)],
    [span('  '), ...joined(measures(now), '  ')],
  ]
}

/** `card.* 3, transactions 1` */
const mixOf = ({ events }: Traffic): string =>
  Object.entries(events)
    .map(([pattern, weight]) => `${pattern} ${weight}`)
    .join(', ')

const measures = ({ sent, refused, deliveries, succeeded, failed, lag_ms }: Traffic): Span[] => [
  span(`sent ${sent}`),
  ...(refused > 0 ? [span(`refused ${refused}`, 'red')] : []),
  span(`deliveries ${deliveries}`),
  span(`succeeded ${succeeded}`, 'green'),
  span(`failed ${failed}`, failed > 0 ? 'red' : 'gray'),
  span(`lag ${sayMs(lag_ms.last)}, at most ${sayMs(lag_ms.max)}`, 'gray'),
]

/** What has come since the line before. */
export const secondLine = (now: Traffic, before: Traffic): Line =>
  joined(
    [
      span(`+${now.sent - before.sent} sent`.padEnd(12), 'bold'),
      span(`+${now.succeeded - before.succeeded} succeeded`.padEnd(16), 'green'),
      ...measures(now),
    ],
    '  ',
  )
