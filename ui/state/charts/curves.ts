import { duration } from '../../kit/format.ts'
import type { Kind } from '../../live/routes.ts'
import { attemptsIn, type Bucket, percentile } from './buckets.ts'

export type Colour = 'accent' | 'ink' | 'good' | 'bad' | 'wait' | 'fault' | 'quiet'

/** One curve: what it shows of a bucket that is so many ms long, and how it is told from the others. */
export interface Curve {
  title: string
  colour: Colour
  /** Lengths of line and gap, px; empty for a line without gaps. */
  dash: readonly number[]
  /** Drawn as points alone. */
  isPoints?: true
  /** What it counts, where a chart has curves of several kinds of things. */
  of?: Kind
  value(bucket: Bucket, size: number): number | null
}
export interface ChartKind {
  name: 'rate' | 'success' | 'latency'
  title: string
  /** What its numbers are. */
  unit: string
  /** Whether its curves are drawn on top of one another, and filled. */
  isStacked: boolean
  curves: readonly Curve[]
  words(value: number): string
}

const perSecond = (value: number, size: number) => (value / size) * 1000
const share = (part: number, bucket: Bucket) => {
  const all = attemptsIn(bucket)
  return all === 0 ? null : (part / all) * 100
}
const number = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

/** A rate a second in the unit that gives it digits: what comes twice an hour is no `0/s`. */
export function rateWords(value: number): string {
  if (value === 0) return '0'
  if (value >= 0.1) return `${number(value)}/s`
  const minutely = value * 60
  if (minutely >= 0.1) return `${number(minutely)}/min`
  const hourly = minutely * 60
  return hourly >= 0.1 ? `${number(hourly)}/h` : `${number(hourly * 24)}/d`
}

/** The three charts. A colour never stands alone: each curve of one chart has dashes or marks of its own. */
export const charts: readonly ChartKind[] = [
  {
    name: 'rate',
    title: 'Rate',
    unit: 'per second, minute, hour or day',
    isStacked: false,
    words: rateWords,
    curves: [
      {
        title: 'calls',
        of: 'call',
        colour: 'accent',
        dash: [],
        value: ({ calls }, size) => perSecond(calls, size),
      },
      {
        title: 'events',
        of: 'event',
        colour: 'fault',
        dash: [8, 4],
        value: ({ events }, size) => perSecond(events, size),
      },
      {
        title: 'attempts',
        of: 'delivery',
        colour: 'ink',
        dash: [2, 3],
        value: (bucket, size) => perSecond(attemptsIn(bucket), size),
      },
      {
        title: 'captures',
        of: 'capture',
        colour: 'good',
        dash: [10, 3, 2, 3],
        value: ({ captures }, size) => perSecond(captures, size),
      },
    ],
  },
  {
    name: 'success',
    title: 'Success',
    unit: '% of attempts',
    isStacked: true,
    words: (value) => `${number(value)} %`,
    curves: [
      { title: 'succeeded', colour: 'good', dash: [], value: (one) => share(one.attempts.succeeded, one) },
      { title: 'failed', colour: 'bad', dash: [6, 3], value: (one) => share(one.attempts.failed, one) },
      { title: 'under way', colour: 'wait', dash: [2, 3], value: (one) => share(one.attempts.waiting, one) },
    ],
  },
  {
    name: 'latency',
    title: 'Latency',
    unit: 'until the answer',
    isStacked: false,
    words: duration,
    curves: [
      { title: 'half within', colour: 'accent', dash: [], value: (one) => percentile(one.durations, 0.5) },
      { title: '95 % within', colour: 'ink', dash: [8, 4], value: (one) => percentile(one.durations, 0.95) },
      {
        title: '99 % within',
        colour: 'quiet',
        dash: [2, 3],
        value: (one) => percentile(one.durations, 0.99),
      },
      {
        title: 'slowest',
        colour: 'bad',
        dash: [],
        isPoints: true,
        value: (one) => one.durations.at(-1) ?? null,
      },
    ],
  },
]

/** What there is to draw where only these kinds are listed: of the others nothing is known. */
export const chartsOf = (kinds: readonly Kind[]): readonly ChartKind[] =>
  charts.flatMap((chart) => {
    const curves = chart.curves.filter(({ of = 'delivery' }) => kinds.includes(of))
    return curves.length === 0 ? [] : { ...chart, curves }
  })

/** What uPlot draws: seconds since 1970, then a row for each curve; stacked ones on top of those before. */
export function columnsOf(chart: ChartKind, list: readonly Bucket[], size: number): (number | null)[][] {
  const columns = chart.curves.map((curve) => list.map((bucket) => curve.value(bucket, size)))
  const drawn = chart.isStacked
    ? columns.map((column, at) =>
        column.map((value, index) =>
          value === null ? null : columns.slice(0, at + 1).reduce((sum, one) => sum + (one[index] ?? 0), 0),
        ),
      )
    : columns
  return [list.map(({ from }) => from / 1000), ...drawn]
}

/** Where the axis of a chart ends whose highest value this is: above it, however low it is. */
export const endOf = ({ isStacked }: Pick<ChartKind, 'isStacked'>, high: number | null): number =>
  isStacked ? 100 : (high || 1e-3) * 1.08

/** The places of values beside which there are none, so that no line leads to them. */
export const loneOnes = (column: ArrayLike<number | null | undefined>): number[] =>
  Array.from(column, (value, index) =>
    value != null && column[index - 1] == null && column[index + 1] == null ? index : -1,
  ).filter((index) => index >= 0)

/** The filter that lists what happened in a span of time, given in ms since 1970. */
export const timeTerms = (from: number, to: number): [string, string] => [
  `since:${new Date(from).toISOString()}`,
  `until:${new Date(to).toISOString()}`,
]
