/** A modal dialog. */

import '../styles/dialog.css'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  /** The class sets the size. */
  class: string
  label: string
  /** Called after Escape, a click outside, or `box.current.close()`. */
  onClose: () => void
  /** Called before Escape closes the dialog. Preventing the event keeps it open. */
  onCancel?: (event: Event) => void
  box?: RefObject<HTMLDialogElement | null>
  children: ComponentChildren
}

/** The dialog is open while it is drawn. Afterwards the focus returns. */
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
      // The close event comes a frame later, when another dialog may be drawn.
      onClose={(event) => event.currentTarget.isConnected && onClose()}
      {...(onCancel !== undefined && { onCancel })}
      onClick={(event) => isBeside(event) && box.current?.close()}
    >
      {children}
    </dialog>
  )
}

/** The click target is the dialog for clicks on the backdrop and on gaps inside the dialog. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent & { currentTarget: HTMLElement }) {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
