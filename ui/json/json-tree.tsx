/** JSON as a tree with folding, search, and copying of paths and values. */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { textScale } from '../kit/appearance.ts'
import { Copy } from '../kit/copy.tsx'
import { firstThat } from '../kit/first-that.ts'
import { RowsWindow } from '../kit/rows-window.tsx'
import { sandboxNow } from '../live/clock.ts'
import { KnownThing } from '../live/known-thing.tsx'
import { isSecretKey } from '../secrets/mask.ts'
import { Masked } from '../secrets/masked.tsx'
import { foldable, type JsonLines, keyOf, pathOf, shownLines, valueAt } from './json.ts'
import { JsonHover } from './json-hover.tsx'
import { moveInJson } from './json-keys.ts'
import { Line } from './json-line.tsx'
import { idMeant, timeMeant } from './json-meaning.ts'
import { foldedAround, type JsonHit, jsonHits, lowered } from './json-search.ts'
import { JsonTools } from './json-tools.tsx'

/** Larger trees draw only the visible lines. */
const mostDrawn = 400
const rowHeight = 24 // at the default text size, px

/** The state of the tree for one text; another text starts fresh. */
interface Stand {
  of: JsonLines
  folded: ReadonlySet<number>
  active: number
  /** The current match; -1 if the search text was typed for another text. */
  current: number
  /** The line whose value is shown whole. */
  whole: number | null
}
const atFirst = (of: JsonLines): Stand => ({ of, folded: new Set(), active: 0, current: -1, whole: null })

export function JsonTree({ lines }: { lines: JsonLines }) {
  const [kept, setKept] = useState(() => atFirst(lines))
  const [wanted, setWanted] = useState('')
  const stand = kept.of === lines ? kept : atFirst(lines)
  const { folded, active, current, whole } = stand
  const change = (part: Partial<Stand>) => setKept({ ...stand, ...part })
  const own = useId()
  const lineId = (line: number) => `${own}-${line}`
  const box = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => shownLines(lines, folded), [lines, folded])
  const hits = useMemo(() => jsonHits(lines, wanted), [lines, wanted])
  const needle = lowered(wanted)
  const isRow = shown.length > mostDrawn
  const at = placeIn(shown, active)

  useEffect(() => {
    if (hits[current] !== undefined)
      document.getElementById(lineId(active))?.scrollIntoView({ block: 'nearest' })
  }, [current, hits])

  const toggle = (line: number) => {
    const next = new Set(folded)
    if (!next.delete(line)) next.add(line)
    change({ folded: next, active: line })
  }
  const reveal = (found: readonly JsonHit[], index: number) => {
    const hit = found[index]
    if (hit === undefined) return change({ current: index })
    const around = foldedAround(lines, hit.line, folded)
    const unfolded = around.length > 0 && new Set([...folded].filter((line) => !around.includes(line)))
    change({ current: index, active: hit.line, ...(unfolded && { folded: unfolded }) })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.target !== tree.current || event.altKey) return
    if (event.ctrlKey || event.metaKey) return
    const moved = moveInJson(event.key, { lines, shown, folded, active })
    if (moved === null) return
    event.preventDefault()
    event.stopPropagation()
    if (moved.toggle) toggle(moved.line)
    else {
      change({ active: moved.line })
      document.getElementById(lineId(moved.line))?.scrollIntoView({ block: 'nearest' })
    }
  }
  const copied = (event: ClipboardEvent) => {
    if (event.target !== tree.current || !(getSelection()?.isCollapsed ?? true)) return
    event.clipboardData?.setData('text/plain', valueAt(lines, active))
    event.preventDefault()
  }
  const pick = (event: MouseEvent) => {
    const line = event.target instanceof Element ? event.target.closest('[data-line]') : null
    if (line instanceof HTMLElement) change({ active: Number(line.dataset.line) })
  }
  const row = (index: number) => {
    const line = shown[index] ?? 0
    return (
      <Line
        key={line}
        id={lineId(line)}
        lines={lines}
        line={line}
        isFolded={folded.has(line)}
        isActive={line === active}
        needle={needle}
        isHit={hits[current]?.line === line}
        isRow={isRow}
        toggle={toggle}
        onWhole={(line) => change({ whole: line })}
      />
    )
  }
  return (
    <div class={`json-tree${isRow ? ' in-rows' : ''}`}>
      <JsonTools
        wanted={wanted}
        hits={hits.length}
        current={current}
        isAllFolded={folded.size > 0}
        onWanted={(words) => {
          setWanted(words)
          reveal(jsonHits(lines, words), 0)
        }}
        onMove={(index) => reveal(hits, index)}
        onFold={(all) => change({ folded: all ? foldable(lines) : new Set() })}
      />
      {/* The path bar stays inside the tree, and never covers the tools. */}
      <div>
        <div ref={stage} class="json-stage">
          <div
            ref={tree}
            class="json-lines"
            role="tree"
            tabIndex={0}
            aria-label="JSON"
            aria-activedescendant={at < 0 ? undefined : lineId(active)}
            onKeyDown={pressed}
            onCopy={copied}
            onClick={pick}
          >
            {isRow ? (
              <RowsWindow
                box={box}
                count={shown.length}
                rowHeight={rowHeight * textScale.value}
                row={row}
                active={at}
              />
            ) : (
              Array.from(shown, (_, index) => row(index))
            )}
          </div>
          <JsonHover lines={lines} stage={stage} />
        </div>
        <JsonAbout lines={lines} line={active} />
      </div>
      {whole !== null && (
        <div class="json-whole">
          <div class="body-bar">
            <span class="spring" />
            <Copy text={valueAt(lines, whole)} what="the whole value" />
            <button type="button" class="small" onClick={() => change({ whole: null })}>
              Close
            </button>
          </div>
          <pre>
            <Masked
              whole={isSecretKey(keyOf(lines, whole))}
              text={lines.text.slice(
                lines.start[whole],
                Math.min(lines.end[whole] ?? 0, (lines.start[whole] ?? 0) + 100_000),
              )}
            />
          </pre>
        </div>
      )}
    </div>
  )
}

/** The index of a line among the visible ones; -1 if hidden. */
function placeIn(shown: Uint32Array, line: number): number {
  const at = firstThat(shown.length, (index) => (shown[index] ?? 0) >= line)
  return shown[at] === line ? at : -1
}

/** The path and meaning of the active line, each with a copy button. */
function JsonAbout({ lines, line }: { lines: JsonLines; line: number }) {
  const raw = lines.text.slice(lines.start[line], lines.end[line])
  const path = pathOf(lines, line)
  const isShort = raw.length < 100
  const id = isShort ? idMeant(raw) : null
  const time = isShort ? timeMeant(keyOf(lines, line), raw, sandboxNow()) : null
  return (
    <div class="json-about">
      <code title={path}>{path}</code>
      {time !== null && <span class="quiet">{time}</span>}
      {id !== null && <KnownThing id={id} />}
      <span class="spring" />
      <Copy text={path} label="Copy path" what={path} />
      <Copy text={() => valueAt(lines, line)} label="Copy value" what={`of ${path}`} />
    </div>
  )
}
