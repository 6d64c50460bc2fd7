import '../styles/things.css'
import '../styles/lanes.css'
import { FilterBox } from '../filter/filter-box.tsx'
import { KindChoice, Only } from '../filter/narrowing.tsx'
import { Choice } from '../kit/choice.tsx'
import { capitalized } from '../kit/format.ts'
import { lazily } from '../kit/lazily.tsx'
import { go, place } from '../place/navigation.ts'
import { looks as lookNames } from '../place/place.ts'
import { RunChoice } from './run-choice.tsx'

const drawings = {
  arrows: lazily(async () => (await import('./arrows.tsx')).Arrows),
  charts: lazily(async () => (await import('../views/charts/charts.tsx')).Charts),
}
const heads = {
  arrows: lazily(async () => (await import('./arrows.tsx')).ArrowsHead),
  charts: () => null,
}

const bars = {
  arrows: lazily(async () => (await import('./movement.tsx')).Movement),
  charts: () => null,
}

const looks = lookNames.map((name) => [name, capitalized(name)] as const)
const wholeTime = { from: null, to: null }

/** What happened, drawn: as arrows between who took part, or as curves. */
export function Lanes() {
  const { look, endpoint } = place.value
  const Drawing = drawings[look]
  const Head = heads[look]
  const Bar = bars[look]
  return (
    <div class="lanes">
      <header class={look === 'arrows' ? 'lanes-head with-about' : 'lanes-head'}>
        <h2>Lanes</h2>
        <Choice
          label="Drawn as"
          options={looks}
          value={look}
          onPick={(name) => go({ look: name, open: null, tab: null })}
        />
        <Head />
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
        <Bar />
      </div>
      <Drawing />
    </div>
  )
}
