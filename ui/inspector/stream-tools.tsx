/** The tools above the stream: filter, bulk actions, kinds and grouping. */

import { EventFilter } from '../filter/event-filter.tsx'
import { FilterBox } from '../filter/filter-box.tsx'
import { KindChoice, Only } from '../filter/narrowing.tsx'
import { isFiltered, savedFilters } from '../filter/saved-filters.ts'
import { Narrowing, type Options } from '../kit/choice.tsx'
import { handSeen } from '../kit/hand.ts'
import { Key } from '../kit/icon.tsx'
import { lazily } from '../live/lazily.tsx'
import { subscriptionName, subscriptions } from '../live/settings.ts'
import { go, place } from '../place/navigation.ts'
import { deliveryStates, everyDelivery } from '../place/place.ts'
import { bulk, bulkOutcome, isMenuAsked } from '../stream/bulk-asked.ts'
import { askedIn, withoutName } from '../stream/filter-text.ts'
import { sendEvent } from '../stream/looking.ts'
import { Movement } from '../stream/movement.tsx'

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

/** The selects also show the values that the filter text sets. */
function DeliveryTools() {
  const { state, subscription } = place.value
  return (
    <div class="delivery-filters wrapping">
      <Filter
        label="State"
        name="state"
        chosen={state}
        options={deliveryStates.map((one) => [one, one.replaceAll('_', ' ')])}
        onPick={(word) => ({ state: deliveryStates.find((one) => one === word) ?? null })}
      />
      <EventFilter />
      <Filter
        label="Subscription"
        name="subscription_id"
        chosen={subscription}
        options={(subscriptions.value ?? []).map((one) => [
          one.id,
          `${subscriptionName(one)} (${one.identity})`,
        ])}
        onPick={(id) => ({ subscription: id || null })}
      />
    </div>
  )
}

interface FilterProps {
  label: string
  /** The filter's name in the filter text. */
  name: string
  chosen: string | null
  options: Options
  onPick: (value: string) => Parameters<typeof go>[0]
}

function Filter({ label, name, chosen, options, onPick }: FilterProps) {
  const { q } = place.value
  return (
    <Narrowing
      label={label}
      every={`any ${label.toLowerCase()}`}
      chosen={chosen ?? askedIn(q, name)}
      options={options}
      onPick={(value) => go({ ...onPick(value), q: withoutName(q, name) })}
    />
  )
}
