import { useState } from 'preact/hooks'
import { many } from '../../kit/format.ts'
import { attemptsIn, type Buckets, timeIn } from '../../state/charts/buckets.ts'
import type { ChartKind } from '../../state/charts/curves.ts'
import { goToBucket } from '../../state/charts/drawn.ts'

interface Props {
  charts: readonly ChartKind[]
  buckets: Buckets
}

/** What the charts draw, as a table, without the spans in which nothing happened. */
export function ChartTable({ charts, buckets }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The same numbers as a table</summary>
      {isOpen && <Rows charts={charts} buckets={buckets} />}
    </details>
  )
}

function Rows({ charts, buckets }: Props) {
  const filled = buckets.list.flatMap((bucket, index) =>
    bucket.calls + bucket.events + bucket.captures + attemptsIn(bucket) === 0 ? [] : [{ bucket, index }],
  )
  const empty = buckets.list.length - filled.length
  return (
    <section class="chart-numbers" aria-label="Numbers of the charts">
      <table>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              From
            </th>
            {charts.map(({ name, title, unit, curves }) => (
              <th key={name} scope="colgroup" colSpan={curves.length}>
                {title}, {unit}
              </th>
            ))}
          </tr>
          <tr>
            {charts.flatMap(({ name, curves }) =>
              curves.map(({ title }) => (
                <th key={`${name} ${title}`} scope="col">
                  {title}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {filled.map(({ bucket, index }) => (
            <tr key={bucket.from}>
              <th scope="row">
                <button type="button" class="link" onClick={() => goToBucket(buckets, index)}>
                  {timeIn(buckets, bucket.from)}
                  <span class="unseen"> list what happened then</span>
                </button>
              </th>
              {charts.flatMap((chart) =>
                chart.curves.map((curve) => {
                  const value = curve.value(bucket, buckets.size)
                  return (
                    <td key={`${chart.name} ${curve.title}`}>{value === null ? '–' : chart.words(value)}</td>
                  )
                }),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {empty > 0 && <p class="quiet">{many(empty, 'span')} left out, in which nothing happened.</p>}
    </section>
  )
}
