import { useEffect } from 'preact/hooks'
import { lazily } from '../../parts/lazily.tsx'
import { Split } from '../../parts/split.tsx'
import { about } from '../../state/lanes/about.ts'
import { layout } from '../../state/lanes/drawing.ts'
import { follow, part, readUpTo } from '../../state/lanes/window.ts'
import { place } from '../../state/navigation.ts'
import { listShare } from '../../state/preferences.ts'
import { loading } from '../../state/stream.ts'
import { StreamEmpty } from '../stream-empty.tsx'
import { Chart } from './chart.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useLaneKeys } from './keys.ts'
import { Overview } from './overview-strip.tsx'

const Detail = lazily(async () => (await import('../detail.tsx')).Detail)

/** What is drawn, in words, and the ways to take it along. */
export function ArrowsHead() {
  return (
    <>
      <p class="lanes-about quiet">{about.value}</p>
      <ExportMenu />
    </>
  )
}

/** Calls, events, attempts and answers as arrows between lanes, on an axis of time. */
export function Arrows() {
  const { open, from } = place.value
  useLaneKeys()
  const isReading = loading.value
  useEffect(() => {
    if (from !== null && !isReading) void readUpTo(from)
  }, [from, isReading])
  return (
    <Split
      share={listShare}
      open={open}
      detailLabel="Detail"
      list={
        <>
          <Overview />
          {layout.value.arrows.length === 0 ? <NoArrows /> : <Chart />}
        </>
      }
      detail={open === null ? null : <Detail />}
    />
  )
}

/** Where nothing is drawn although there is something, it lies elsewhere in time. */
function NoArrows() {
  const { first, last } = part.value
  if (first === last) return <StreamEmpty />
  return (
    <div class="empty">
      <p>Nothing falls into this part of the time.</p>
      <button type="button" class="primary" onClick={follow}>
        Follow the newest
      </button>
    </div>
  )
}
