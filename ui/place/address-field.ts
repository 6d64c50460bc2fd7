/** Keeps the text of a field in the address, after a pause. */
import { useEffect, useRef } from 'preact/hooks'
import { place } from './navigation.ts'

/** The field, the pause, and the last requested text. */
export function useAddressField() {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const { q } = place.value
  const asked = useRef(q)
  useEffect(() => {
    // The typed text stays, unless another action changed the search, such as back.
    const now = place.value.q
    const isTyped = document.activeElement === field.current && now === asked.current
    if (field.current === null || isTyped) return
    clearTimeout(timer.current)
    asked.current = now
    field.current.value = now
  }, [q])
  // Text typed in one view must not filter the next.
  useEffect(() => () => clearTimeout(timer.current), [])
  return { field, timer, asked, q }
}
