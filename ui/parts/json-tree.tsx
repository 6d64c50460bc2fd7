import { useMemo, useState } from 'preact/hooks'
import { count } from './format.ts'
import { type JsonLine, type JsonNode, jsonLines } from './json.ts'

const firstLines = 1000
/** Of one value: a picture in base64 must not push what comes behind it out of reach. */
const firstLetters = 2000

/** Indented JSON whose objects and arrays fold. */
export function JsonTree({ root }: { root: JsonNode }) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const lines = useMemo(() => jsonLines(root, folded), [root, folded])
  const toggle = (path: string) => {
    const next = new Set(folded)
    if (!next.delete(path)) next.add(path)
    setFolded(next)
  }
  const drawn = all ? lines : lines.slice(0, firstLines)
  return (
    <div class="json-tree">
      {drawn.map((line) => (
        <Line key={line.path} line={line} toggle={toggle} />
      ))}
      {drawn.length < lines.length && (
        <button type="button" class="small" onClick={() => setAll(true)}>
          Show all {lines.length} lines
        </button>
      )}
    </div>
  )
}

function Line({ line, toggle }: { line: JsonLine; toggle: (path: string) => void }) {
  const folds = line.type === 'open' || line.type === 'folded'
  const isOpen = line.type === 'open'
  const [whole, setWhole] = useState(false)
  const isLong = !whole && line.text.length > firstLetters
  return (
    <div class="json-line" style={{ paddingLeft: `${line.depth * 16 + 18}px` }}>
      {folds && (
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${line.key ?? 'this'}`}
          onClick={() => toggle(line.path)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
      )}
      {line.key !== null && <span class="json-key">{line.key}</span>}
      {line.key !== null && ': '}
      <span class={`json-${line.type}`}>{isLong ? line.text.slice(0, firstLetters) : line.text}</span>
      {isLong && (
        <button type="button" class="small" onClick={() => setWhole(true)}>
          … {count(line.text.length - firstLetters)} more characters
        </button>
      )}
      {line.comma && ','}
    </div>
  )
}
