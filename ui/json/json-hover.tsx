/** The copy buttons beside the line under the pointer. */
import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Copy } from '../kit/copy.tsx'
import { sandboxNow } from '../live/clock.ts'
import { type JsonLines, keyOf, pathOf, valueAt } from './json.ts'
import { timeMeant } from './json-meaning.ts'

/** Redraws without redrawing the tree. */
export function JsonHover({ lines, stage }: { lines: JsonLines; stage: RefObject<HTMLDivElement | null> }) {
  const [at, setAt] = useState<{ line: number; top: number } | null>(null)
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const over = ({ target, pointerType }: PointerEvent) => {
      if (!(target instanceof Element) || pointerType === 'touch' || target.closest('.json-hover')) return
      const line = target.closest('[data-line]')
      if (!(line instanceof HTMLElement)) return setAt(null)
      const top = line.getBoundingClientRect().top - element.getBoundingClientRect().top
      setAt({ line: Number(line.dataset.line), top })
    }
    const away = () => setAt(null)
    element.addEventListener('pointerover', over)
    element.addEventListener('pointerleave', away)
    element.addEventListener('scroll', away, true)
    return () => {
      element.removeEventListener('pointerover', over)
      element.removeEventListener('pointerleave', away)
      element.removeEventListener('scroll', away, true)
    }
  }, [lines])
  if (at === null || at.line >= lines.count) return null
  const { line, top } = at
  const path = pathOf(lines, line)
  const raw = lines.text.slice(
    lines.start[line],
    Math.min(lines.end[line] ?? 0, (lines.start[line] ?? 0) + 60),
  )
  const time = timeMeant(keyOf(lines, line), raw, sandboxNow())
  return (
    <div class="json-hover" style={{ top: `${top}px` }}>
      {time !== null && <span class="quiet">{time}</span>}
      <Copy text={path} label="Copy path" what={path} tabIndex={-1} />
      <Copy text={() => valueAt(lines, line)} label="Copy value" what={`of ${path}`} tabIndex={-1} />
    </div>
  )
}
