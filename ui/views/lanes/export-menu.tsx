import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../parts/icon.tsx'
import { said } from '../../state/acts.ts'
import { layout } from '../../state/lanes/drawing.ts'
import { type Exported, exports } from './exporting.ts'

/** A button that opens the forms in which the drawing can be taken along. */
export function ExportMenu() {
  const [open, setOpen] = useState(false)
  const [trouble, setTrouble] = useState('')
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
  const pick = async ({ run }: Exported) => {
    close()
    const outcome = await run()
    setTrouble(outcome.ok ? '' : outcome.text)
    said.value = outcome.text
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
    <div class="lanes-export" ref={box}>
      {trouble !== '' && <span class="bad">{trouble}</span>}
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={layout.value.arrows.length === 0}
        onClick={() => setOpen(!open)}
      >
        Export <Icon name="below" />
      </button>
      {open && (
        <div role="menu" aria-label="Export" onKeyDown={pressed}>
          {exports.map((item) => (
            <button key={item.title} type="button" role="menuitem" onClick={() => void pick(item)}>
              {item.title}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
