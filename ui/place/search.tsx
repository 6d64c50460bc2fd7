import { useEffect, useRef } from 'preact/hooks'
import { Key } from '../kit/icon.tsx'
import { go, place, settleTyping } from './navigation.ts'

/** The search of a list; what is typed goes to the address. */
export function Search({ over }: { over: string }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const { q } = place.value
  const asked = useRef(q)
  useEffect(() => {
    // What is typed stays as it is, unless the search was changed by another way, such as back.
    const now = place.value.q
    const isTyped = document.activeElement === field.current && now === asked.current
    if (field.current === null || isTyped) return
    clearTimeout(timer.current)
    asked.current = now
    field.current.value = now
  }, [q])
  // What was typed in one view must not filter the next.
  useEffect(() => () => clearTimeout(timer.current), [])
  // Not at once, also where it is left by a click: the list must not move from under that.
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

/** What a list says when nothing fits the search, with the way back. */
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
