import 'uplot/dist/uPlot.min.css'
import '../../styles/charts.css'
import { useComputed, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { StreamEmpty } from '../../filter/stream-empty.tsx'
import { textScale } from '../../kit/appearance.ts'
import { dateTime, duration, many } from '../../kit/format.ts'
import { Measured } from '../../kit/measured.tsx'
import { demoMode, highContrast, theme } from '../../kit/preferences.ts'
import { go, place } from '../../place/navigation.ts'
import { chartsOf } from '../../state/charts/curves.ts'
import { drawnCharts, startDrawing, withoutTime } from '../../state/charts/drawn.ts'
import { kindsAsked } from '../../stream/asked.ts'
import { hasOlder, loading, loadingOlder, loadOlder } from '../../stream/stream.ts'
import { Chart } from './chart.tsx'
import { ChartTable } from './table.tsx'

/** Goes up when the colours change, with which a canvas has to be drawn anew. */
function useLook(): number {
  const [look, setLook] = useState(0)
  const next = () => setLook((count) => count + 1)
  const isFirst = useRef(true)
  useSignalEffect(() => {
    for (const one of [theme, highContrast, demoMode, textScale]) one.value
    // The first drawing has the colours of now.
    if (isFirst.current) isFirst.current = false
    else requestAnimationFrame(next)
  })
  useEffect(() => {
    const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
      matchMedia(query),
    )
    for (const one of media) one.addEventListener('change', next)
    return () => {
      for (const one of media) one.removeEventListener('change', next)
    }
  }, [])
  return look
}

/** How much happened, how much of it succeeded and how long it took, over the sandbox's time. */
export function Charts() {
  useEffect(startDrawing, [])
  const look = useLook()
  const isEmpty = useComputed(() => drawnCharts.value.buckets.list.length === 0)
  const { buckets } = drawnCharts.value
  const kinds = kindsAsked(place.value).join(' ')
  const charts = useMemo(() => chartsOf(kindsAsked(place.peek())), [kinds])
  if (isEmpty.value)
    return (
      <div class="charts">
        <AllTimes />
        <StreamEmpty />
      </div>
    )
  return (
    <div class="charts">
      <About />
      {charts.map((chart) => (
        <Chart key={`${chart.name} ${kinds} ${look}`} chart={chart} buckets={buckets} />
      ))}
      <Rest />
      <ChartTable charts={charts} buckets={buckets} />
    </div>
  )
}

/** Leads out of the span of time that the charts are narrowed to; nothing where they are not. */
function AllTimes() {
  const { q } = place.value
  const plain = withoutTime(q)
  if (plain === q) return null
  return (
    <button type="button" class="small" onClick={() => go({ q: plain })}>
      Show all times
    </button>
  )
}

function About() {
  const { things, buckets } = drawnCharts.value
  const first = new Date(buckets.list[0]?.from ?? 0).toISOString()
  return (
    <div class="charts-about">
      <p class="quiet">
        <Measured
          text={`Of the ${many(things, 'thing')} loaded, since ${dateTime(first)}; each point stands for ${duration(buckets.size)}. Click lists what happened then, drag shows that time alone.`}
        />
      </p>
      <AllTimes />
    </div>
  )
}

/** What is not drawn yet. It changes while more is read, so that it stands where it moves no chart. */
function Rest() {
  const { untold } = drawnCharts.value
  return (
    <div class="charts-about">
      {untold > 0 && <p class="quiet">{many(untold, 'earlier attempt')} not loaded, not counted.</p>}
      {hasOlder.value && (
        <button
          type="button"
          class="small"
          disabled={loading.value || loadingOlder.value}
          onClick={() => void loadOlder()}
        >
          Load older
        </button>
      )}
    </div>
  )
}
