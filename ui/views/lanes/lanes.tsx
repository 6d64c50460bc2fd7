import '../../styles/lanes.css'
import { lazily } from '../../parts/lazily.tsx'
import { go, place } from '../../state/navigation.ts'
import { kindFilters, looks as lookNames } from '../../state/place.ts'
import { FilterBox } from '../filter-box.tsx'
import { RunChoice } from './run-choice.tsx'

const looks = {
  arrows: lazily(async () => (await import('./arrows.tsx')).Arrows),
  charts: lazily(async () => (await import('../charts/charts.tsx')).Charts),
}
const heads = {
  arrows: lazily(async () => (await import('./arrows.tsx')).ArrowsHead),
  charts: () => null,
}

const bars = {
  arrows: lazily(async () => (await import('./movement.tsx')).Movement),
  charts: () => null,
}

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** What happened, drawn: as arrows between who took part, or as curves. */
export function Lanes() {
  const { look, kind, endpoint } = place.value
  const Look = looks[look]
  const Head = heads[look]
  const Bar = bars[look]
  return (
    <div class="lanes">
      <header class="lanes-head">
        <h2>Lanes</h2>
        <fieldset class="choice" aria-label="Drawn as">
          {lookNames.map((name) => (
            <button
              key={name}
              type="button"
              class="small"
              aria-pressed={look === name}
              onClick={() => go({ look: name, open: null, tab: null })}
            >
              {capital(name)}
            </button>
          ))}
        </fieldset>
        <Head />
      </header>
      <div class="tools lanes-tools">
        <FilterBox />
        <RunChoice />
      </div>
      <div class="tools-under">
        <fieldset class="choice" aria-label="Kinds shown">
          {kindFilters.map((name) => (
            <button
              key={name}
              type="button"
              class="small"
              aria-pressed={kind === name}
              onClick={() => go({ kind: name, endpoint: null, from: null, to: null })}
            >
              {capital(name)}
            </button>
          ))}
        </fieldset>
        {endpoint !== null && (
          <button type="button" class="small" onClick={() => go({ endpoint: null, from: null, to: null })}>
            <code>/in/{endpoint}</code> <span aria-hidden="true">×</span>
            <span class="unseen"> only; show all</span>
          </button>
        )}
        <Bar />
      </div>
      <Look />
    </div>
  )
}
