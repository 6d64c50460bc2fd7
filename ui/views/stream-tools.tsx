import { lazily } from '../parts/lazily.tsx'
import { sendEvent } from '../state/acts.ts'
import { bulk, bulkOutcome } from '../state/bulk-asked.ts'
import { handSeen } from '../state/hand.ts'
import { go, place } from '../state/navigation.ts'
import { everyDelivery, kindFilters } from '../state/place.ts'
import { isFiltered, savedFilters } from '../state/saved-filters.ts'
import { DeliveryTools } from './delivery-tools.tsx'
import { FilterBox } from './filter-box.tsx'
import { Movement } from './movement.tsx'

const SaveFilter = lazily(async () => (await import('./save-filter.tsx')).SaveFilter)
const SavedChips = lazily(async () => (await import('./saved-chips.tsx')).SavedChips)
const FilterTrouble = lazily(async () => (await import('./filter-trouble.tsx')).FilterTrouble)
const BulkMenu = lazily(async () => (await import('./bulk-menu.tsx')).BulkMenu)
const BulkPanel = lazily(async () => (await import('./bulk-panel.tsx')).BulkPanel)
const GroupTools = lazily(async () => (await import('./group-tools.tsx')).GroupTools)

/** Stands where the menu will, so that nothing moves. */
const BulkMenuToCome = () => (
  <button type="button" disabled>
    All listed <span aria-hidden="true">▾</span>
  </button>
)

/** Search, the send button, the kinds, and how the list moves. */
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
        <fieldset class="choice" aria-label="Kinds shown">
          {kindFilters.map((kind) => (
            <button
              key={kind}
              type="button"
              class="small"
              aria-pressed={place.value.kind === kind}
              onClick={() => go({ kind, endpoint: null, ...everyDelivery })}
            >
              {kind[0]?.toUpperCase()}
              {kind.slice(1)}
            </button>
          ))}
        </fieldset>
        {place.value.endpoint !== null && (
          <button type="button" class="small" onClick={() => go({ endpoint: null })}>
            <code>/in/{place.value.endpoint}</code> <span aria-hidden="true">×</span>
            <span class="unseen"> only; show all</span>
          </button>
        )}
        {place.value.run !== null && (
          <button type="button" class="small" onClick={() => go({ run: null })}>
            of <code>{place.value.run}</code> <span aria-hidden="true">×</span>
            <span class="unseen"> only; show all</span>
          </button>
        )}
        <button
          type="button"
          class="small"
          aria-pressed={place.value.grouped}
          title="Keeps a call, its events, their deliveries and captures together"
          onClick={() => go({ grouped: !place.value.grouped })}
        >
          Group<span class="unseen"> by event</span>{' '}
          <span class="key" aria-hidden="true">
            o
          </span>
        </button>
        <span class="spring" />
        <Movement />
      </div>
      {place.value.grouped && <GroupTools />}
      {place.value.kind === 'deliveries' && <DeliveryTools />}
      {savedFilters().length > 0 && <SavedChips />}
      {isBulk && <BulkPanel />}
    </>
  )
}
