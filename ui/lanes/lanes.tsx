import '../styles/things.css'
import '../styles/lanes.css'
import { useEffect } from 'preact/hooks'
import { FilterBox } from '../filter/filter-box.tsx'
import { KindChoice, Only } from '../filter/narrowing.tsx'
import { StreamEmpty } from '../filter/stream-empty.tsx'
import { lazily } from '../kit/lazily.tsx'
import { listShare } from '../kit/preferences.ts'
import { Split } from '../kit/split.tsx'
import { place } from '../place/navigation.ts'
import { loading } from '../stream/stream.ts'
import { about } from './about.ts'
import { Chart } from './chart.tsx'
import { layout } from './drawing.ts'
import { ExportMenu } from './export-menu.tsx'
import { useLaneKeys } from './keys.ts'
import { Movement } from './movement.tsx'
import { Overview } from './overview-strip.tsx'
import { RunChoice } from './run-choice.tsx'
import { follow, part, readUpTo } from './window.ts'

const Detail = lazily(async () => (await import('../inspector/detail.tsx')).Detail)
const wholeTime = { from: null, to: null }

/** What happened, drawn as arrows between who took part. */
export function Lanes() {
  const { endpoint } = place.value
  return (
    <div class="lanes">
      <header class="lanes-head">
        <h2>Lanes</h2>
        <p class="lanes-about quiet">{about.value}</p>
        <ExportMenu />
      </header>
      <div class="tools lanes-tools">
        <FilterBox />
        <RunChoice />
      </div>
      <div class="tools-under">
        <KindChoice alsoGoes={wholeTime} />
        {endpoint !== null && (
          <Only all={{ endpoint: null, ...wholeTime }}>
            <code>/in/{endpoint}</code>
          </Only>
        )}
        <Movement />
      </div>
      <Arrows />
    </div>
  )
}

/** Calls, events, attempts and answers as arrows between lanes, on an axis of time. */
function Arrows() {
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
