import { useEffect, useRef } from 'preact/hooks'
import { Key } from '../parts/key.tsx'
import { go, place } from '../state/navigation.ts'

/** The search of a list; what is typed goes to the address. */
export function Search({ over }: { over: string }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const { q } = place.value
  useEffect(() => {
    if (field.current !== null && document.activeElement !== field.current) field.current.value = q
  }, [q])
  // What was typed in one view must not filter the next.
  useEffect(() => () => clearTimeout(timer.current), [])
  const typed = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go({ q: text.trim() }, 'replace'), 200)
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
        onInput={(event) => typed(event.currentTarget.value)}
      />
      <Key name="/" />
    </search>
  )
}
