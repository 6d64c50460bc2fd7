import { useEffect, useRef } from 'preact/hooks'
import { catalogue } from '../live/settings.ts'
import { go, place } from '../place/navigation.ts'
import { askedIn, withoutName } from '../stream/filter-text.ts'

/** The pattern of event names that deliveries are listed for; it goes to the address when it is done. */
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
        title="A name, or a pattern such as card.*"
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
