import { EventFilter } from '../filter/event-filter.tsx'
import { target } from '../kit/format.ts'
import { subscriptions } from '../live/settings.ts'
import { go, place } from '../place/navigation.ts'
import { deliveryStates } from '../place/place.ts'
import { askedIn, withoutName } from '../stream/filter-text.ts'

/** What narrows the listed deliveries beside words; it shows what the words ask for as well. */
export function DeliveryTools() {
  const { state, subscription } = place.value
  return (
    <div class="delivery-tools">
      <div class="delivery-filters">
        <Narrowing
          label="State"
          name="state"
          chosen={state}
          options={deliveryStates.map((one) => [one, one.replaceAll('_', ' ')])}
          onPick={(word) => ({ state: deliveryStates.find((one) => one === word) ?? null })}
        />
        <EventFilter />
        <Narrowing
          label="Subscription"
          name="subscription_id"
          chosen={subscription}
          options={(subscriptions.value ?? []).map(({ id, url, identity }) => [
            id,
            `${target(url, location.origin)} (${identity})`,
          ])}
          onPick={(id) => ({ subscription: id || null })}
        />
      </div>
    </div>
  )
}

interface NarrowingProps {
  label: string
  /** That of the filter in words. */
  name: string
  chosen: string | null
  options: readonly (readonly [string, string])[]
  onPick: (value: string) => Parameters<typeof go>[0]
}

function Narrowing({ label, name, chosen, options, onPick }: NarrowingProps) {
  const { q } = place.value
  const shown = chosen ?? askedIn(q, name)
  return (
    <select
      aria-label={label}
      class={shown === null ? '' : 'chosen'}
      value={shown ?? ''}
      onChange={(event) => go({ ...onPick(event.currentTarget.value), q: withoutName(q, name) })}
    >
      <option value="">any {label.toLowerCase()}</option>
      {shown !== null && !options.some(([one]) => one === shown) && <option value={shown}>{shown}</option>}
      {options.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  )
}
