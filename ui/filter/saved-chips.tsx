/** The saved filters as links; the current one can be renamed or deleted. */
import { useState } from 'preact/hooks'
import { Icon } from '../kit/icon.tsx'
import { place } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { NameForm } from './save-filter.tsx'
import { type SavedFilter, savedFilters } from './saved-filters.ts'
import { forgetFilter, placeOfFilter, savedAs } from './saving.ts'

export function SavedChips() {
  const all = savedFilters()
  const here = savedAs(place.value)
  if (all.length === 0) return null
  return (
    <ul class="saved" aria-label="Saved filters">
      {all.map((one) => (
        <li key={one.address} class={one === here ? 'chip here' : 'chip'}>
          <PlaceLink to={placeOfFilter(one)} class="chip-text" isHere={one === here} title={one.address}>
            {one.name}
          </PlaceLink>
          {one === here && <Changing filter={one} />}
        </li>
      ))}
    </ul>
  )
}

function Changing({ filter }: { filter: SavedFilter }) {
  const [asks, setAsks] = useState(false)
  const { name } = filter
  return (
    <span class="name-box">
      <button
        type="button"
        class="chip-remove"
        aria-label={`Rename ${name}`}
        aria-expanded={asks}
        onClick={() => setAsks(!asks)}
      >
        <Icon name="note" />
      </button>
      <button
        type="button"
        class="chip-remove"
        aria-label={`Delete the filter ${name}`}
        onClick={() => forgetFilter(filter)}
      >
        <Icon name="close" />
      </button>
      {asks && <NameForm name={name} onClose={() => setAsks(false)} />}
    </span>
  )
}
