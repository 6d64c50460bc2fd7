/** The keyboard of the JSON tree. */
import type { JsonLines } from './json.ts'

interface Standing {
  lines: JsonLines
  /** The visible lines, in order. */
  shown: Uint32Array
  folded: ReadonlySet<number>
  active: number
}

/** The line that a key moves to, or folds; null for other keys. */
export function moveInJson(
  key: string,
  { lines, shown, folded, active }: Standing,
): { line: number; toggle: boolean } | null {
  const to = (line: number | undefined) => ({ line: line ?? active, toggle: false })
  const isOpen = lines.kind[active] === 'open'
  switch (key) {
    case 'ArrowDown':
      return to(shown.find((line) => line > active && lines.kind[line] !== 'close'))
    case 'ArrowUp':
      return to(shown.findLast((line) => line < active && lines.kind[line] !== 'close'))
    case 'Home':
      return to(shown[0])
    case 'End':
      return to(shown.findLast((line) => lines.kind[line] !== 'close'))
    case 'ArrowRight':
      if (!isOpen) return to(active)
      return folded.has(active) ? { line: active, toggle: true } : to(active + 1)
    case 'ArrowLeft':
      if (isOpen && !folded.has(active)) return { line: active, toggle: true }
      return to(Math.max(0, lines.parent[active] ?? 0))
    case 'Enter':
    case ' ':
      return isOpen ? { line: active, toggle: true } : null
    default:
      return null
  }
}
