/** The lanes view: records as arrows between participants, on an axis of time. */
import '../styles/things.css'
import '../styles/lanes.css'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { FilterBox } from '../filter/filter-box.tsx'
import { KindChoice, Only } from '../filter/narrowing.tsx'
import { StreamEmpty } from '../filter/stream-empty.tsx'
import { many } from '../kit/format.ts'
import { Menu } from '../kit/menu.tsx'
import { Split } from '../kit/split.tsx'
import { dateTime } from '../kit/time.ts'
import { lazily } from '../live/lazily.tsx'
import { say } from '../live/refusal.ts'
import { go, place } from '../place/navigation.ts'
import { runs } from '../simulator/simulator.ts'
import { loading, loadingOlder, paused, setPaused, shown } from '../stream/stream.ts'
import { about } from './about.ts'
import { Chart } from './chart.tsx'
import { drawNews, layout } from './drawing.ts'
import { exportAs } from './exporting.ts'
import { type ExportTitle, exportTitles } from './key-words.ts'
import { useLaneKeys } from './keys.ts'
import { Overview } from './overview-strip.tsx'
import { follow, isFollowing, part, readUpTo, scrub, zoom } from './window.ts'

const Detail = lazily(async () => (await import('../inspector/detail.tsx')).Detail)
const wholeTime = { from: null, to: null }

export function Lanes() {
  const { endpoint } = place.value
  useLayoutEffect(drawNews, [])
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

/** The overview, the chart and the detail. */
function Arrows() {
  const { open, from } = place.value
  useLaneKeys()
  const isReading = loading.value
  useEffect(() => {
    if (from !== null && !isReading) void readUpTo(from)
  }, [from, isReading])
  return (
    <Split
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

/** If arrows exist but none is drawn, they are outside the time range. */
function NoArrows() {
  const { first, last } = part.value
  if (first === last) return <StreamEmpty />
  return (
    <div class="empty">
      <p>Nothing happened in this time range.</p>
      <button type="button" class="primary" onClick={follow}>
        Show the newest
      </button>
    </div>
  )
}

/** The menu of export forms. */
function ExportMenu() {
  const [trouble, setTrouble] = useState('')
  const pick = async (title: ExportTitle) => {
    const outcome = await exportAs(title)
    setTrouble(outcome.ok ? '' : outcome.text)
    say(outcome.text)
  }
  const parts = () => [
    { heading: '', items: exportTitles.map((title) => ({ title, run: () => void pick(title) })) },
  ]
  return (
    <div class="lanes-export">
      {trouble !== '' && <span class="bad">{trouble}</span>}
      <Menu label="Export" menuLabel="Export" parts={parts} disabled={layout.value.arrows.length === 0} />
    </div>
  )
}

const offered = 50

/** Chooses the run to draw; all records by default. */
function RunChoice() {
  const { run } = place.value
  const known = runs.value ?? []
  const [newest] = known
  const choose = (id: string) =>
    go({ run: id === '' ? null : id, from: null, to: null, open: null, tab: null })
  const isElsewhere = run !== null && !known.slice(0, offered).some(({ id }) => id === run)
  return (
    <div class="run-choice">
      <select aria-label="Run" value={run ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">all records</option>
        {isElsewhere && <option value={run}>{run}</option>}
        {known.slice(0, offered).map(({ id, scenario, started_at, state }) => (
          <option key={id} value={id}>
            run {scenario} · {dateTime(started_at, false)} · {state}
          </option>
        ))}
      </select>
      {run === null && (
        <button type="button" disabled={newest === undefined} onClick={() => newest && choose(newest.id)}>
          Newest run
        </button>
      )}
    </div>
  )
}

export function Movement() {
  const { from, to, first, last } = part.value
  const newer = last - to + shown.value.fresh
  return (
    <div class="lanes-movement lanes-keys">
      <span class="quiet">
        {loading.value || loadingOlder.value ? 'loading' : many(layout.value.arrows.length, 'arrow')}
        {isFollowing.value && !paused.value && ' · following newest'}
        {paused.value && ' · paused'}
      </span>
      {(!isFollowing.value || paused.value) && (
        <button
          type="button"
          class="small link"
          onClick={() => {
            setPaused(false)
            follow()
          }}
        >
          {newer > 0 ? `${many(newer, 'newer record')} · ` : ''}follow
        </button>
      )}
      <fieldset class="lanes-buttons" aria-label="Time range">
        <Move sign="←" name="Earlier" disabled={from <= first} onClick={() => scrub(-0.5)} />
        <Move sign="→" name="Later" disabled={to >= last} onClick={() => scrub(0.5)} />
        <Move sign="−" name="Zoom out" title="Zoom out, -" onClick={() => zoom(0.5)} />
        <Move sign="+" name="Zoom in" title="Zoom in, +" onClick={() => zoom(2)} />
      </fieldset>
    </div>
  )
}

interface MoveProps {
  sign: string
  name: string
  title?: string
  disabled?: boolean
  onClick: () => void
}

const Move = ({ sign, name, title = `${name}, ${sign}`, ...rest }: MoveProps) => (
  <button type="button" class="small" title={title} aria-label={name} {...rest}>
    {sign}
  </button>
)
