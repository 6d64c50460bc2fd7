import { useLayoutEffect, useRef } from 'preact/hooks'

/** Keeps the focus in a list of rows (`.override`): who adds one goes on in it, and who removes one stays where it stood. */
export function useRowFocus(count: number) {
  const list = useRef<HTMLFieldSetElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const last = [...(list.current?.querySelectorAll<HTMLElement>('.override') ?? [])].at(-1)
    const first = (last ?? list.current)?.querySelector<HTMLElement>('input, button')
    const isLost = () => list.current?.querySelector(':focus:enabled') === null
    if (count > before.current || (count < before.current && isLost())) first?.focus()
    before.current = count
  }, [count])
  return list
}
