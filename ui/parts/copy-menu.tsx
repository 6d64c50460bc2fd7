import { useEffect, useRef, useState } from 'preact/hooks'
import { toClipboard } from './copy.tsx'
import { Icon } from './icon.tsx'

export interface CopyItem {
  /** What it is copied as, such as `as curl`. */
  title: string
  /** What that is, in a few words. */
  about?: string
  /** The text, or what reads it; null when it could not be read. */
  text: string | (() => Promise<string | null>)
}

/** A button that opens what can be copied; each is copied by one click, and said. */
export function CopyMenu({ items }: { items: readonly CopyItem[] }) {
  const [open, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('pointerdown', elsewhere)
    return () => removeEventListener('pointerdown', elsewhere)
  }, [open])
  const close = () => {
    setOpen(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const copy = async ({ title, text }: CopyItem) => {
    close()
    const found = typeof text === 'string' ? text : await text()
    const done = found !== null && (await toClipboard(found))
    setSaid(done ? `Copied ${title}` : found === null ? 'Not copied' : 'Not copied: the browser refused')
    setTimeout(() => setSaid(''), 1500)
  }
  const pressed = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') close()
    else if (step !== undefined) {
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
      const at = all.indexOf(document.activeElement as HTMLElement)
      all[(at + step + all.length) % all.length]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="copy-menu" ref={box}>
      <button type="button" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span aria-live="polite">{said || 'Copy'}</span> <Icon name="below" />
      </button>
      {open && (
        <div role="menu" aria-label="Copy" onKeyDown={pressed}>
          {items.map((item) => (
            <button key={item.title} type="button" role="menuitem" onClick={() => void copy(item)}>
              {item.title}
              {item.about !== undefined && <span class="quiet"> {item.about}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
