/** A link to a place of the page. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { showAcross } from '../kit/window.ts'
import { linkTo } from './as-link.ts'
import type { Place } from './place.ts'

interface Props {
  to: Place
  class?: string
  title?: string
  /** Whether the link leads to the current place. */
  isHere?: boolean
  children: ComponentChildren
}

/** Followed within the page, unless it should open elsewhere. */
export function PlaceLink({ to, isHere = false, children, ...rest }: Props) {
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    if (isHere) showAcross(link.current)
  }, [isHere])
  return (
    <a ref={link} {...rest} {...linkTo(to)} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  )
}
