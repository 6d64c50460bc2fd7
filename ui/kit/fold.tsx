/** Parts of a form that fold, and the button that unfolds. */

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  /** Whether the part is the current one. Only a change opens or closes the part. */
  isNow: boolean
  /** A part with a problem opens. */
  isFlawed: boolean
  children: ComponentChildren
}

/** The part never closes while the reader types in it. */
export function Fold({ isNow, isFlawed, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (fold.current !== null) fold.current.open = isNow
  }, [isNow])
  useLayoutEffect(() => {
    if (fold.current !== null && isFlawed) fold.current.open = true
  }, [isFlawed, isNow])
  return <details ref={fold}>{children}</details>
}

interface ButtonProps {
  /** The label while folded. */
  unfold: string
  isWhole: boolean
  setWhole(isWhole: boolean): void
}

/** Shown only on narrow pages, which lack the room for everything. */
export const FoldButton = ({ unfold, isWhole, setWhole }: ButtonProps) => (
  <button type="button" class="small on-narrow" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
    {isWhole ? 'Less' : unfold}
  </button>
)
