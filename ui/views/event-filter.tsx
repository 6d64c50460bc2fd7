import { useEffect, useRef } from 'preact/hooks'
import { go, place } from '../state/navigation.ts'
import { catalogue } from '../state/settings.ts'

/** The pattern of event names that deliveries are listed for; it goes to the address when it is done. */
export function EventFilter() {
  const field = useRef<HTMLInputElement>(null)
  const { event } = place.value
  useEffect(() => {
    if (field.current !== null) field.current.value = event ?? ''
  }, [event])
  return (
    <>
      <input
        ref={field}
        type="text"
        aria-label="Event"
        class={event === null ? '' : 'chosen'}
        placeholder="any event"
        title="A name, or a pattern such as card.*"
        autocomplete="off"
        spellcheck={false}
        list="event-names"
        defaultValue={event ?? ''}
        onChange={(change) => go({ event: change.currentTarget.value.trim() || null })}
      />
      <datalist id="event-names">
        {catalogue.value?.map((one) => (
          <option key={one.event} value={one.event} />
        ))}
      </datalist>
    </>
  )
}
