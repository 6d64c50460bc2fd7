/** The tools above the stream: filter, bulk actions, kinds and grouping. */

import { FilterBox } from '../filter/filter-box.tsx'
import { KindChoice, Only } from '../filter/narrowing.tsx'
import { isFiltered, savedFilters } from '../filter/saved-filters.ts'
import { handSeen } from '../kit/hand.ts'
import { Key } from '../kit/icon.tsx'
import { lazily } from '../live/lazily.tsx'
import { go, place } from '../place/navigation.ts'
import { everyDelivery } from '../place/place.ts'
import { bulk, bulkOutcome, isMenuAsked } from '../stream/bulk-asked.ts'
import { sendEvent } from '../stream/looking.ts'
import { Movement } from '../stream/movement.tsx'
import { DeliveryTools } from './delivery-tools.tsx'

const SaveFilter = lazily(async () => (await import('../filter/save-filter.tsx')).SaveFilter)
const SavedChips = lazily(async () => (await import('../filter/saved-chips.tsx')).SavedChips)
const FilterTrouble = lazily(async () => (await import('../filter/filter-trouble.tsx')).FilterTrouble)
/** Reserves the menu's place while the menu loads. A click then opens the menu as soon as it is loaded. */
const BulkMenuToCome = () => {
  const ask = () => {
    isMenuAsked.value = true
    handSeen.value = true
  }
  return (
    <button type="button" aria-haspopup="menu" aria-expanded={false} onPointerDown={ask} onClick={ask}>
      Bulk actions <span aria-hidden="true">▾</span>
    </button>
  )
}
const BulkMenu = lazily(
  async () => (await import('./bulk-menu.tsx')).BulkMenu,
  BulkMenuToCome,
  () => isMenuAsked.value,
)
const BulkPanel = lazily(async () => (await import('./bulk-panel.tsx')).BulkPanel)
const GroupTools = lazily(async () => (await import('../stream/group-tools.tsx')).GroupTools)

export function StreamTools() {
  const isBulk = bulk.value !== null || bulkOutcome.value !== ''
  return (
    <>
      <div class="tools">
        <FilterBox />
        {isFiltered(place.value) && <SaveFilter />}
        {handSeen.value ? <BulkMenu /> : <BulkMenuToCome />}
        <button type="button" class="primary" onClick={() => void sendEvent('card.created')}>
          Send card.created
        </button>
      </div>
      {place.value.q !== '' && <FilterTrouble />}
      <div class="tools-under">
        <KindChoice alsoGoes={everyDelivery} />
        {place.value.endpoint !== null && (
          <Only all={{ endpoint: null }}>
            <code>/in/{place.value.endpoint}</code>
          </Only>
        )}
        {place.value.run !== null && (
          <Only all={{ run: null }}>
            of <code>{place.value.run}</code>
          </Only>
        )}
        <button
          type="button"
          class="small"
          aria-pressed={place.value.grouped}
          title="Groups a call with its events, deliveries and captures"
          onClick={() => go({ grouped: !place.value.grouped })}
        >
          Group<span class="unseen"> by event</span> <Key name="o" />
        </button>
        <Movement />
      </div>
      {place.value.grouped && <GroupTools />}
      {place.value.kind === 'deliveries' && <DeliveryTools />}
      {savedFilters().length > 0 && <SavedChips />}
      {isBulk && <BulkPanel />}
    </>
  )
}
