/** The selects that filter the listed deliveries. */

import { EventFilter } from '../filter/event-filter.tsx'
import { Narrowing, type Options } from '../kit/choice.tsx'
import { subscriptionName, subscriptions } from '../live/settings.ts'
import { go, place } from '../place/navigation.ts'
import { deliveryStates } from '../place/place.ts'
import { askedIn, withoutName } from '../stream/filter-text.ts'

/** The selects also show the values that the filter text sets. */
export function DeliveryTools() {
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
