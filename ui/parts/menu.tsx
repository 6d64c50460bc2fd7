import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface MenuItem {
  title: ComponentChildren
  /** What tells it from the others, where the title is no text. */
  name?: string
  run(): void
  danger?: boolean
  /** Why it cannot be done now. */
  disabled?: string | undefined
}
/** Items under a heading, which may be empty. */
export interface MenuPart {
  heading: string
  items: readonly MenuItem[]
}

interface ListProps {
  label: string
  parts: readonly MenuPart[]
  onClose: (back: boolean) => void
  /** Where it stands on the page; else below what opened it. */
  at?: { x: number; y: number }
}

/** Acts below each other; arrows move, Escape closes. */
export function MenuList({ label, parts, onClose, at }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  useEffect(() => {
    const menu = box.current
    if (menu !== null && at !== undefined) {
      const { width, height } = menu.getBoundingClientRect()
      menu.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 4))}px`
      menu.style.top = `${Math.max(4, Math.min(at.y, innerHeight - height - 4))}px`
    }
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
    <div ref={box} role="menu" aria-label={label} class={at ? 'menu at-point' : 'menu'} onKeyDown={pressed}>
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
}

/** A button that opens a menu below it. */
export function Menu({ label, menuLabel, parts, disabled = false }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (back: boolean) => {
    setOpen(false)
    if (back) button.current?.focus()
  }
  return (
    <div class="menu-box">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      {open && <MenuList label={menuLabel} parts={parts()} onClose={close} />}
    </div>
  )
}
