import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  /** Whether it is the one to be worked on: folds it when that changes, and at no other time. */
  isNow: boolean
  /** What is wrong inside has to be seen. */
  isFlawed: boolean
  children: ComponentChildren
}

/** One of several parts of a form that fold; never under the hand of who types in it. */
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
  /** What it says while a part is folded. */
  unfold: string
  isWhole: boolean
  setWhole(isWhole: boolean): void
}

/** Unfolds what has no room on a narrow page, and is not there on a wide one. */
export const FoldButton = ({ unfold, isWhole, setWhole }: ButtonProps) => (
  <button type="button" class="small on-narrow" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
    {isWhole ? 'Less' : unfold}
  </button>
)
