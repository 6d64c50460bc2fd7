/** The event pattern for deliveries, kept in the address. */
import { useEffect, useRef } from 'preact/hooks'
import { catalogue } from '../live/settings.ts'
import { go, place } from '../place/navigation.ts'
import { askedIn, withoutName } from '../stream/filter-text.ts'

export function EventFilter() {
  const field = useRef<HTMLInputElement>(null)
  const { event, q } = place.value
  const shown = event ?? askedIn(q, 'event') ?? ''
  useEffect(() => {
    if (field.current !== null) field.current.value = shown
  }, [shown])
  return (
    <>
      <input
        ref={field}
        type="text"
        aria-label="Event"
        class={shown && 'chosen'}
        placeholder="any event"
        title="Event name or pattern, such as card.*"
        autocomplete="off"
        spellcheck={false}
        list="event-names"
        defaultValue={shown}
        onChange={(change) =>
          go({ event: change.currentTarget.value.trim() || null, q: withoutName(q, 'event') })
        }
      />
      <datalist id="event-names">
        {catalogue.value?.map((one) => (
          <option key={one.event} value={one.event} />
        ))}
      </datalist>
    </>
  )
}
