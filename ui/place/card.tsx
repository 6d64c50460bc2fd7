/** Cards in a list; each opens a record. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { asLink } from './as-link.ts'

interface Props {
  /** The record to open. */
  id: string
  isChosen: boolean
  class?: string
  title?: string
  children: ComponentChildren
}

/** A card; keys and links may select a card out of view. */
export function Card({ id, isChosen, class: kind = 'card', title, children }: Props) {
  const card = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button
        ref={card}
        type="button"
        class={isChosen ? `${kind} active` : kind}
        data-id={id}
        aria-current={isChosen ? 'true' : undefined}
        title={title}
        {...asLink({ open: id })}
      >
        {children}
      </button>
    </li>
  )
}

interface GroupProps {
  /** The id of its heading. */
  name: string
  title: string
  size: number
  /** Beside the heading. */
  beside?: ComponentChildren
  children: ComponentChildren
}

/** Cards under a heading. */
export const CardGroup = ({ name, title, size, beside, children }: GroupProps) => (
  <section aria-labelledby={name}>
    <div class="cards-head">
      <h3 id={name} class="label">
        {title} <span class="cards-count">{size}</span>
      </h3>
      {beside}
    </div>
    <ul>{children}</ul>
  </section>
)
