import '../styles/dialog.css'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  /** What sets its size. */
  class: string
  label: string
  /** Where it was closed by Escape, by a click beside it, or by `box.current.close()`. */
  onClose: () => void
  /** Before Escape closes it; what is prevented then stays open. */
  onCancel?: (event: Event) => void
  box?: RefObject<HTMLDialogElement | null>
  children: ComponentChildren
}

/** Lies over the page for as long as it is drawn; then the focus goes back to where it was. */
export function Dialog({ class: name, label, onClose, onCancel, box: given, children }: Props) {
  const own = useRef<HTMLDialogElement>(null)
  const box = given ?? own
  useLayoutEffect(() => {
    const element = box.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; Escape does the same
    <dialog
      ref={box}
      class={`dialog ${name}`}
      aria-label={label}
      // Told a frame later, when it may be gone and another drawn.
      onClose={(event) => event.currentTarget.isConnected && onClose()}
      {...(onCancel !== undefined && { onCancel })}
      onClick={(event) => isBeside(event) && box.current?.close()}
    >
      {children}
    </dialog>
  )
}

/** What lies beside a dialog is a part of it; so is the space between what stands in it. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent & { currentTarget: HTMLElement }) {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
