/** A menu of actions, and the button that opens it. */

import '../styles/menu.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface MenuItem {
  title: ComponentChildren
  /** Names the item if the title is not text. */
  name?: string
  run(): void
  danger?: boolean
  /** Why the item is unavailable now. */
  disabled?: string | undefined
}
/** Items under an optional heading. */
export interface MenuPart {
  heading: string
  items: readonly MenuItem[]
}

interface ListProps {
  label: string
  parts: readonly MenuPart[]
  onClose: (back: boolean) => void
  /** The click, or the box of the button. */
  at: Anchor
}

/** A box in the window, a point included. */
interface Anchor {
  left: number
  right: number
  top: number
  bottom: number
}

/** The space to the edges of the window, px. */
const clear = 4

/** Places a popup below its anchor; at an edge it flips above, or ends where the anchor ends. */
export function placed(
  at: Anchor,
  size: { width: number; height: number },
  room: { width: number; height: number },
): { left: number; top: number } {
  const [right, bottom] = [room.width - size.width - clear, room.height - size.height - clear]
  const left = at.left <= right ? at.left : at.right - size.width
  const top = at.bottom <= bottom ? at.bottom : at.top - size.height
  return { left: Math.max(clear, Math.min(left, right)), top: Math.max(clear, Math.min(top, bottom)) }
}

/** The box of an element, with a space above and below. */
export function around(element: Element): Anchor {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { left, right, top: top - clear, bottom: bottom + clear }
}

/** Moves a drawn popup to its place beside the anchor. */
export function putAt(popup: HTMLElement, at: Anchor): void {
  // An earlier place must not narrow the popup.
  popup.style.left = '0'
  const { left, top } = placed(at, popup.getBoundingClientRect(), { width: innerWidth, height: innerHeight })
  popup.style.left = `${left}px`
  popup.style.top = `${top}px`
}

/** Arrow keys move, Escape closes. */
export function MenuList({ label, parts, onClose, at }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  // Before painting, so that the menu has its place and takes the next key.
  useLayoutEffect(() => {
    const menu = box.current
    if (menu !== null) putAt(menu, at)
    items()[0]?.focus()
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !menu?.parentElement?.contains(event.target)) onClose(false)
    }
    addEventListener('pointerdown', elsewhere)
    return () => removeEventListener('pointerdown', elsewhere)
  }, [])
  const pressed = (event: KeyboardEvent) => {
    const all = items()
    const index = all.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const edge = { Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') onClose(true)
    else if (step !== undefined) all[(index + step + all.length) % all.length]?.focus()
    else if (edge !== undefined) all[edge]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={box} role="menu" aria-label={label} class="menu" onKeyDown={pressed}>
      {parts.map(({ heading, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div key={heading} role="group" aria-label={heading}>
          {heading !== '' && (
            <p class="menu-heading" aria-hidden="true">
              {heading}
            </p>
          )}
          {items.map(({ title, name, run, danger, disabled }) => (
            <button
              key={name ?? String(title)}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={danger ? 'danger' : ''}
              aria-disabled={disabled !== undefined}
              title={disabled}
              onClick={() => {
                if (disabled !== undefined) return
                onClose(true)
                run()
              }}
            >
              {title}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

interface Props {
  label: ComponentChildren
  menuLabel: string
  parts: () => readonly MenuPart[]
  disabled?: boolean
  /** Opens the menu when the button is first drawn. */
  opensAtOnce?: boolean
}

export function Menu({ label, menuLabel, parts, disabled = false, opensAtOnce = false }: Props) {
  const [at, setAt] = useState<Anchor | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (back: boolean) => {
    setAt(null)
    if (back) button.current?.focus()
  }
  const open = () => button.current && setAt(around(button.current))
  useEffect(() => {
    if (opensAtOnce && !disabled) open()
  }, [])
  return (
    <div class="menu-box">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        disabled={disabled}
        onClick={() => (at === null ? open() : setAt(null))}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      {at !== null && <MenuList label={menuLabel} parts={parts()} at={at} onClose={close} />}
    </div>
  )
}
