import { target } from '../parts/format.ts'
import { go, place } from '../state/navigation.ts'
import { deliveryStates } from '../state/place.ts'
import { subscriptions } from '../state/settings.ts'
import { EventFilter } from './event-filter.tsx'

/** What narrows the listed deliveries beside words. */
export function DeliveryTools() {
  const { state, subscription } = place.value
  return (
    <div class="delivery-tools">
      <div class="delivery-filters">
        <select
          aria-label="State"
          class={state === null ? '' : 'chosen'}
          value={state ?? ''}
          onChange={(event) => go({ state: stateOf(event.currentTarget.value) })}
        >
          <option value="">any state</option>
          {deliveryStates.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <EventFilter />
        <select
          aria-label="Subscription"
          class={subscription === null ? '' : 'chosen'}
          value={subscription ?? ''}
          onChange={(event) => go({ subscription: event.currentTarget.value || null })}
        >
          <option value="">any subscription</option>
          {(subscriptions.value ?? []).map(({ id, url, identity }) => (
            <option key={id} value={id}>
              {target(url, location.origin)} ({identity})
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

const stateOf = (word: string) => deliveryStates.find((one) => one === word) ?? null
