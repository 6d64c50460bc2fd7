/** The button that saves the filter under a name. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { said } from '../live/refusal.ts'
import { place } from '../place/navigation.ts'
import { savedAs, saveFilter } from './saving.ts'
import { suggestedName } from './suggested-name.ts'

export function SaveFilter() {
  const [asks, setAsks] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const known = savedAs(place.value)
  const close = () => {
    setAsks(false)
    button.current?.focus()
  }
  return (
    <div class="name-box">
      <button
        ref={button}
        type="button"
        aria-expanded={asks}
        title={known ? `Saved as ${known.name}` : 'Save this filter'}
        onClick={() => setAsks(!asks)}
      >
        {known ? 'Saved' : 'Save'}
      </button>
      {asks && <NameForm name={known?.name ?? suggestedName(place.value)} onClose={close} />}
    </div>
  )
}

/** Asks for the name of the shown filter. */
export function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const save = (event: Event) => {
    event.preventDefault()
    const text = field.current?.value.trim() || suggestedName(place.value)
    saveFilter(place.value, text)
    said.value = `Saved ${text}`
    onClose()
  }
  return (
    <form
      class="name-form"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <label>
        Name <input ref={field} type="text" autocomplete="off" maxLength={60} defaultValue={name} />
      </label>
      <button type="submit" class="primary">
        Save
      </button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  )
}
