import uPlot from 'uplot'
import { axisTimes, type Buckets, spansDays } from '../../state/charts/buckets.ts'
import { type ChartKind, type Colour, columnsOf, endOf, loneOnes } from '../../state/charts/curves.ts'

interface PlotOptions {
  chart: ChartKind
  host: HTMLElement
  /** Which bucket the pointer is over. */
  onHover: (index: number | null) => void
  /** Which bucket was clicked. */
  onPick: (index: number) => void
  /** Between which times, in ms since 1970, was dragged. */
  onZoom: (from: number, to: number) => void
}

/** At a text of 13 px, px; all of it grows with the text. */
const height = 146
const least = 240
const usualText = 13

/** Where the system forces its colours, a canvas has to take them by itself. */
const forced: Record<string, string> = {
  line: 'GrayText',
  ground: 'Canvas',
  'good-ground': 'Canvas',
  'bad-ground': 'GrayText',
  'wait-ground': 'Highlight',
}

/** What the tokens come to just now; a canvas knows no custom properties. */
function coloursIn(host: HTMLElement): (name: string) => string {
  const isForced = matchMedia('(forced-colors: active)').matches
  const probe = document.createElement('i')
  probe.style.setProperty('forced-color-adjust', 'none')
  host.append(probe)
  const found = new Map<string, string>()
  const read = (name: string) => {
    probe.style.color = isForced ? (forced[name] ?? 'CanvasText') : `var(--${name})`
    const colour = getComputedStyle(probe).color
    found.set(name, colour)
    return colour
  }
  for (const name of ['accent', 'ink', 'good', 'bad', 'wait', 'fault', 'quiet', 'line', 'ground']) read(name)
  for (const name of ['good', 'bad', 'wait']) read(`${name}-ground`)
  probe.remove()
  return (name) => found.get(name) ?? ''
}

const grounds: Partial<Record<Colour, string>> = {
  good: 'good-ground',
  bad: 'bad-ground',
  wait: 'wait-ground',
}

/** Draws a chart into an element. */
export function createPlot({ chart, host, onHover, onPick, onZoom }: PlotOptions) {
  const colour = coloursIn(host)
  const paths =
    chart.name === 'latency'
      ? undefined
      : chart.isStacked
        ? uPlot.paths.bars?.({ size: [1], align: 1 })
        : uPlot.paths.stepped?.({ align: 1 })
  const { fontSize, fontFamily } = getComputedStyle(host)
  const scale = (Number.parseFloat(fontSize) || usualText) / usualText
  const tall = Math.round(height * scale)
  const font = `${11 * scale}px ${fontFamily}`
  const axis = {
    stroke: colour('quiet'),
    font,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  const series = chart.curves.map((curve): uPlot.Series => {
    const stroke = colour(curve.colour)
    const ground = grounds[curve.colour]
    if (curve.isPoints)
      return { stroke, paths: () => null, points: { show: true, size: 6, fill: colour('ground'), stroke } }
    return {
      stroke,
      width: 1.5,
      dash: [...curve.dash],
      // A line needs two points beside each other; where there is one, that is drawn.
      points: {
        show: false,
        filter: ({ data }, index) => (paths === undefined ? loneOnes(data[index] ?? []) : null),
        size: 5,
      },
      ...(paths === undefined ? {} : { paths }),
      ...(chart.isStacked && ground !== undefined ? { fill: colour(ground) } : {}),
    }
  })
  // What is stacked is painted from the highest down, so that each covers what it is part of.
  const order = chart.isStacked
    ? series.map((_, index) => series.length - 1 - index)
    : series.map((_, i) => i)
  let shown: Buckets | null = null
  let isDragged = false
  /** Which bucket the pointer is over: the nearest point may be that of the next. */
  const indexAt = (self: uPlot): number | null => {
    const first = shown?.list[0]
    const { left } = self.cursor
    if (shown === null || first === undefined || left == null || left < 0) return null
    const index = Math.floor((self.posToVal(left, 'x') * 1000 - first.from) / shown.size)
    return Math.max(0, Math.min(index, shown.list.length - 1))
  }
  const plot = new uPlot(
    {
      width: Math.max(least, host.clientWidth),
      height: tall,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 6 } },
      scales: {
        y: { range: (_, __, high) => [0, endOf(chart, high)] },
      },
      axes: [
        {
          ...axis,
          space: 76 * scale,
          size: 28 * scale,
          values: (_, splits, __, ___, step) => axisTimes(splits, step, shown !== null && spansDays(shown)),
        },
        { ...axis, size: 54 * scale, values: (_, splits) => splits.map((value) => chart.words(value)) },
      ],
      series: [{}, ...order.flatMap((index) => series[index] ?? [])],
      hooks: {
        setCursor: [(self) => onHover(indexAt(self))],
        setSelect: [
          (self) => {
            if (self.select.width === 0) return
            isDragged = true
            const at = (x: number) => self.posToVal(x, 'x') * 1000
            onZoom(at(self.select.left), at(self.select.left + self.select.width))
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          },
        ],
      },
    },
    [[], ...order.map(() => [])],
    host,
  )
  const press = () => {
    isDragged = false
  }
  const click = () => {
    const index = indexAt(plot)
    if (index !== null && !isDragged) onPick(index)
  }
  plot.over.addEventListener('mousedown', press)
  plot.over.addEventListener('click', click)
  const sizes = new ResizeObserver(() => {
    const width = Math.max(least, host.clientWidth)
    if (width !== plot.width) plot.setSize({ width, height: tall })
  })
  sizes.observe(host)
  return {
    show(buckets: Buckets) {
      if (buckets === shown) return
      shown = buckets
      const [times = [], ...rest] = columnsOf(chart, buckets.list, buckets.size)
      const [x, columns] = withEnd(times, rest, buckets.size, chart.name !== 'latency')
      plot.setData([x, ...order.map((index) => columns[index] ?? [])])
    },
    destroy() {
      sizes.disconnect()
      plot.destroy()
    },
  }
}

/** The last span ends where its step does; all charts end at the same time. */
function withEnd(times: (number | null)[], columns: (number | null)[][], size: number, isStepped: boolean) {
  const last = times.at(-1) ?? 0
  const x = [...times, last + size / 1000] as number[]
  return [x, columns.map((column) => [...column, isStepped ? (column.at(-1) ?? null) : null])] as const
}
