/** The search field and the fold buttons of a JSON tree. */
import { count } from '../kit/format.ts'
import { mostHits, nextHit } from './json-search.ts'

interface Props {
  wanted: string
  hits: number
  current: number
  isAllFolded: boolean
  onWanted: (words: string) => void
  onMove: (index: number) => void
  onFold: (all: boolean) => void
}

const steps = [
  { by: -1, sign: '↑', label: 'Previous match' },
  { by: 1, sign: '↓', label: 'Next match' },
] as const

function placeWords({ hits, current }: Pick<Props, 'hits' | 'current'>): string {
  if (hits === 0) return 'not found'
  const all = `${count(hits)}${hits === mostHits ? ' or more' : ''}`
  return current < 0 ? `${all} found` : `${count(current + 1)} of ${all}`
}

export function JsonTools({ wanted, hits, current, isAllFolded, onWanted, onMove, onFold }: Props) {
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : null
    if (step !== null) onMove(nextHit(hits, current, step))
    else if (event.key === 'Escape' && wanted !== '') onWanted('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="json-tools">
      <input
        type="search"
        aria-label="Search the JSON"
        placeholder="Search keys and values"
        autocomplete="off"
        spellcheck={false}
        value={wanted}
        onInput={(event) => onWanted(event.currentTarget.value)}
        onKeyDown={pressed}
      />
      <span class="quiet number" aria-live="polite">
        {wanted !== '' && placeWords({ hits, current })}
      </span>
      {hits > 1 &&
        steps.map(({ by, sign, label }) => (
          <button
            key={by}
            type="button"
            class="small"
            aria-label={label}
            onClick={() => onMove(nextHit(hits, current, by))}
          >
            {sign}
          </button>
        ))}
      <span class="spring" />
      <button type="button" class="small" onClick={() => onFold(!isAllFolded)}>
        {isAllFolded ? 'Unfold all' : 'Fold all'}
      </button>
    </div>
  )
}
