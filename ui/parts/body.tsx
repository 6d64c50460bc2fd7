import { useMemo, useState } from 'preact/hooks'
import { Copy } from './copy.tsx'
import { bytes as sizeOf } from './format.ts'
import { bytesOf, hexLines } from './hex.ts'
import { readJson } from './json.ts'
import { JsonTree } from './json-tree.tsx'

type Look = 'json' | 'raw' | 'hex'
const titles = { json: 'JSON', raw: 'Raw', hex: 'Hex' } as const satisfies Record<Look, string>
const firstLetters = 100_000
const firstHexLines = 512

interface Props {
  text: string | null
  base64?: string | null
  title?: string
  /** Said in place of the body when it was not kept. */
  missing?: string | null
}

/** A body as a tree, as text or as bytes, always as data and never as markup. */
export function Body({ text, base64 = null, title = 'Body', missing = null }: Props) {
  const [wanted, setWanted] = useState<Look>('json')
  const bytes = useMemo(() => bytesOf({ text, base64 }), [text, base64])
  const tree = useMemo(() => (text === null ? null : readJson(text)), [text])
  if (missing !== null) return <p class="quiet">{missing}</p>
  if (bytes.length === 0) return <p class="quiet">No body.</p>
  const looks: Look[] = [
    ...(tree ? ['json' as const] : []),
    ...(text === null ? [] : ['raw' as const]),
    'hex',
  ]
  const look = looks.includes(wanted) ? wanted : (looks[0] ?? 'hex')
  return (
    <div class="body">
      <div class="body-bar">
        {title !== '' && <h3>{title}</h3>}
        <span class="quiet">{sizeOf(bytes.length)}</span>
        <span class="spring" />
        <fieldset class="choice" aria-label="Show the body as">
          {looks.map((one) => (
            <button
              key={one}
              type="button"
              class="small"
              aria-pressed={one === look}
              onClick={() => setWanted(one)}
            >
              {titles[one]}
            </button>
          ))}
        </fieldset>
        <Copy text={text ?? base64 ?? ''} label={text === null ? 'Copy as base64' : 'Copy'} what="the body" />
      </div>
      <div class="bytes">
        {look === 'json' && tree && <JsonTree root={tree} />}
        {look === 'raw' && <Cut text={text ?? ''} />}
        {look === 'hex' && <Hex bytes={bytes} />}
      </div>
    </div>
  )
}

function Cut({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  const isLong = text.length > firstLetters && !all
  return (
    <>
      <pre>{isLong ? text.slice(0, firstLetters) : text}</pre>
      {isLong && <More onClick={() => setAll(true)} />}
    </>
  )
}

function Hex({ bytes }: { bytes: Uint8Array }) {
  const [all, setAll] = useState(false)
  const lines = useMemo(() => hexLines(all ? bytes : bytes.subarray(0, firstHexLines * 16)), [bytes, all])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone its lines are longer than the page is wide */}
      <pre class="hex" tabIndex={0}>
        {lines.map((line) => (
          <div key={line.offset}>
            <span class="quiet">{line.offset}</span> {line.hex} <span class="quiet">{line.text}</span>
          </div>
        ))}
      </pre>
      {bytes.length > lines.length * 16 && <More onClick={() => setAll(true)} />}
    </>
  )
}

const More = ({ onClick }: { onClick: () => void }) => (
  <button type="button" class="small" onClick={onClick}>
    Show all of it
  </button>
)
