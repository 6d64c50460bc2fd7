import { useEffect, useRef, useState } from 'preact/hooks'
import { type Bucket, type Buckets, timeIn } from '../../state/charts/buckets.ts'
import type { ChartKind, Curve } from '../../state/charts/curves.ts'
import { goToBucket, zoomTo } from '../../state/charts/drawn.ts'
import { createPlot } from './plot.ts'

interface Props {
  chart: ChartKind
  buckets: Buckets
}

/** One chart with what its curves are and, under the pointer, what they come to. */
export function Chart({ chart, buckets }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<ReturnType<typeof createPlot> | null>(null)
  const now = useRef(buckets)
  now.current = buckets
  const [hovered, setHovered] = useState<number | null>(null)
  useEffect(() => {
    if (host.current === null) return
    const made = createPlot({
      chart,
      host: host.current,
      onHover: setHovered,
      onPick: (index) => goToBucket(now.current, index),
      onZoom: zoomTo,
    })
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
    }
  }, [chart])
  useEffect(() => plot.current?.show(buckets), [buckets])
  const at = hovered === null ? undefined : buckets.list[hovered]
  return (
    <figure class="chart">
      <figcaption>
        <h3>{chart.title}</h3> <span class="quiet">{chart.unit}</span>
        <ul class="chart-legend">
          {chart.curves.map((curve) => (
            <li key={curve.title} class={`of-${curve.colour}`}>
              <Swatch curve={curve} isFilled={chart.isStacked} /> {curve.title}
              <b>{valueWords(chart, curve, at, buckets.size)}</b>
            </li>
          ))}
        </ul>
        <span class="chart-at quiet">{at === undefined ? '' : `from ${timeIn(buckets, at.from)}`}</span>
      </figcaption>
      <div
        ref={host}
        class="chart-host"
        role="img"
        aria-label={`${chart.title}, ${chart.unit}: the numbers stand in the table below.`}
      />
    </figure>
  )
}

function valueWords(chart: ChartKind, curve: Curve, bucket: Bucket | undefined, size: number): string {
  const value = bucket === undefined ? undefined : curve.value(bucket, size)
  return value === undefined ? '' : value === null ? '–' : chart.words(value)
}

function Swatch({ curve, isFilled }: { curve: Curve; isFilled: boolean }) {
  return (
    <svg width="26" height="10" aria-hidden="true" class={isFilled ? 'filled' : ''}>
      {curve.isPoints ? (
        <circle cx="13" cy="5" r="3" />
      ) : (
        <path d="M0 5H26" stroke-dasharray={curve.dash.join(' ')} />
      )}
    </svg>
  )
}
