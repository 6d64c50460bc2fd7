import { useEffect, useRef } from 'preact/hooks'
import { place } from './navigation.ts'

/** A field whose text goes to the address after a pause: the field, the pause, and the text that was asked for last. */
export function useAddressField() {
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
  return { field, timer, asked, q }
}
