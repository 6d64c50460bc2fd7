/** The search field of a list; its text is kept in the address. */
import { Key } from '../kit/icon.tsx'
import { useAddressField } from './address-field.ts'
import { go, place, settleTyping } from './navigation.ts'

export function Search({ over }: { over: string }) {
  const { field, timer, asked, q } = useAddressField()
  // Also waits when a click leaves the field: the list must not move from under the click.
  const ask = (text: string, isDone: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      asked.current = text.trim()
      go({ q: asked.current }, 'type')
      if (isDone) settleTyping()
    }, 200)
  }
  return (
    <search class="search">
      <input
        ref={field}
        id="search"
        type="search"
        aria-label={`Search ${over}`}
        placeholder={`Search ${over}`}
        autocomplete="off"
        spellcheck={false}
        defaultValue={q}
        onInput={(event) => ask(event.currentTarget.value, false)}
        onChange={(event) => ask(event.currentTarget.value, true)}
      />
      <Key name="/" />
    </search>
  )
}

/** The message of a search without results, with the way back. */
export function NoneFound({ what }: { what: string }) {
  return (
    <div class="empty">
      <p>
        No {what} with <code>{place.value.q}</code>.
      </p>
      <button type="button" onClick={() => go({ q: '' })}>
        Clear the search
      </button>
    </div>
  )
}
