/** Shows a body as JSON tree, text or hex, always as data and never as markup. */
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { base64Of } from '../../server/words/base64.ts'
import { bytes as sizeWords } from '../../server/words/size.ts'
import { JsonTree } from '../json/json-tree.tsx'
import { useJson } from '../json/use-json.ts'
import { textScale } from '../kit/appearance.ts'
import { Choice } from '../kit/choice.tsx'
import { Copy } from '../kit/copy.tsx'
import { bytesOf, hexCount, hexLine } from '../kit/hex.ts'
import { rowStarts, rowText } from '../kit/raw-rows.ts'
import { RowsWindow } from '../kit/rows-window.tsx'
import { saveBlob } from '../kit/save-file.ts'
import type { Result } from '../live/api.ts'
import { ProblemBox } from '../live/problem.tsx'
import { maskedText, secretBytes } from '../secrets/mask.ts'
import { hidesSecrets, knownSecrets } from '../secrets/secrets.ts'
import { WithIds } from '../secrets/with-ids.tsx'
import type { ReadBody } from './bodies.ts'
import type { BodyFile } from './body-size.ts'
import { beginningWords, wholeWords } from './body-size.ts'
import '../styles/body.css'

type Look = 'json' | 'raw' | 'hex'
const titles = { json: 'JSON', raw: 'Raw', hex: 'Hex' } as const satisfies Record<Look, string>
/** Longer bodies draw only the visible part. */
const mostLetters = 100_000
const mostHexLines = 512
/** The height of a line of such a body in the default text size, px. */
const rowHeight = 18

interface Props {
  text: string | null
  base64?: string | null
  title?: string
  /** The message in place of a body that was not kept. */
  missing?: string | null
  /** The number of bytes not loaded yet. */
  leftOut?: number | undefined
  /** The number of received bytes, if only the beginning was kept: null if nobody counted them. */
  came?: number | null | undefined
  /** The text was decoded from other bytes: no hex view and no size. */
  asTextAlone?: boolean
  /** Loads the whole body of the given size. */
  read?: (size: number) => Promise<Result<ReadBody>>
  /** The exact bytes, to save. */
  file?: BodyFile
}

export function Body({
  text,
  base64 = null,
  title = 'Body',
  missing = null,
  leftOut = 0,
  came,
  asTextAlone = false,
  read,
  file,
}: Props) {
  const first = useMemo(
    (): ReadBody => ({ text, bytes: bytesOf({ text, base64 }), leftOut }),
    [text, base64, leftOut],
  )
  const [all, setAll] = useState<{ of: ReadBody; body: ReadBody } | null>(null)
  const body = all?.of === first ? all.body : first
  if (missing !== null) return <p class="quiet">{missing}</p>
  if (body.bytes.length === 0 && body.leftOut === 0) return <p class="quiet">No body.</p>
  const size = body.bytes.length + body.leftOut
  return (
    <Looks body={body} title={title} came={came} asTextAlone={asTextAlone}>
      {(first.leftOut > 0 || came !== undefined || (text === null && file !== undefined)) && (
        <Beginning
          body={body}
          came={came}
          {...(body === first && body.leftOut > 0 && read !== undefined && { read: () => read(size) })}
          {...(file !== undefined && { file })}
          onRead={(value) => setAll({ of: first, body: value })}
        />
      )}
    </Looks>
  )
}

interface LooksProps {
  body: ReadBody
  title: string
  came: number | null | undefined
  asTextAlone: boolean
  children: ComponentChildren
}

function Looks({ body, title, came, asTextAlone, children }: LooksProps) {
  const { text, bytes, leftOut } = body
  const isBeginning = leftOut > 0 || came !== undefined
  const [wanted, setWanted] = useState<Look>('json')
  const lines = useJson(isBeginning ? null : text)
  const looks: Look[] = [
    ...(lines === null ? [] : ['json' as const]),
    ...(text === null ? [] : ['raw' as const]),
    ...(asTextAlone ? [] : ['hex' as const]),
  ]
  const look = looks.includes(wanted) ? wanted : (looks[0] ?? 'raw')
  return (
    <div class="body">
      <div class="body-bar">
        {title !== '' && <h3>{title}</h3>}
        {!asTextAlone && <span class="quiet">{wholeWords(bytes.length + leftOut, came)}</span>}
        <span class="spring" />
        <Choice
          label="Body format"
          options={looks.map((one) => [one, titles[one]] as const)}
          value={look}
          onPick={setWanted}
        />
        <Copy
          text={() => text ?? base64Of(bytes)}
          label={`Copy${isBeginning ? ' shown part' : ''}${text === null ? ' as base64' : ''}`}
          what="the body"
        />
      </div>
      {children}
      <div class="bytes">
        {look === 'json' && (lines ? <JsonTree lines={lines} /> : <p class="quiet">Parsing the JSON…</p>)}
        {look === 'raw' && <Raw text={text ?? ''} />}
        {look === 'hex' && <Hex bytes={bytes} />}
      </div>
    </div>
  )
}

interface BeginningProps {
  body: ReadBody
  came: number | null | undefined
  read?: () => Promise<Result<ReadBody>>
  file?: BodyFile
  onRead: (body: ReadBody) => void
}

/** The shown part of a body, with the ways to get the rest. */
function Beginning({ body, came, read, file, onRead }: BeginningProps) {
  const [state, setState] = useState<'idle' | 'reading' | { message: string; fix: string }>('idle')
  const { bytes, leftOut } = body
  const size = bytes.length + leftOut
  const load = async () => {
    if (read === undefined) return
    setState('reading')
    const done = await read()
    setState(done.ok ? 'idle' : done.problem)
    if (done.ok) onRead(done.value)
  }
  return (
    <>
      <p class="beginning">
        {(leftOut > 0 || came !== undefined) && (
          <span>{beginningWords({ here: bytes.length, kept: size, came })}</span>
        )}
        {read && (
          <button type="button" disabled={state === 'reading'} onClick={() => void load()}>
            {state === 'reading' ? 'Loading…' : `Load all ${sizeWords(size)}`}
          </button>
        )}
        {file && <SaveAs file={file} bytes={bytes} />}
      </p>
      {typeof state === 'object' && <ProblemBox problem={state} />}
    </>
  )
}

function SaveAs({ file: { at, name }, bytes }: { file: BodyFile; bytes: Uint8Array<ArrayBuffer> }) {
  const words = 'Save as file'
  if (at !== null)
    return (
      <a href={at} download={name}>
        {words}
      </a>
    )
  // As a generic type, so that no browser shows the bytes as a page.
  const save = () => saveBlob(new Blob([bytes], { type: 'application/octet-stream' }), name)
  return (
    <button type="button" class="link" onClick={save}>
      {words}
    </button>
  )
}

function Raw({ text: all }: { text: string }) {
  const hides = hidesSecrets.value
  const known = knownSecrets.value
  // A secret may span two rows.
  const text = useMemo(() => (hides ? maskedText(all, known) : all), [all, hides, known])
  const starts = useMemo(() => (text.length > mostLetters ? rowStarts(text) : null), [text])
  if (starts === null)
    return (
      <pre>
        <WithIds text={text} />
      </pre>
    )
  return (
    <RowsWindow
      label="Body as text"
      count={starts.length}
      rowHeight={rowHeight * textScale.value}
      row={(index) => (
        <pre key={index} class="raw-row">
          <WithIds text={rowText(text, starts, index)} />
        </pre>
      )}
    />
  )
}

function Hex({ bytes }: { bytes: Uint8Array }) {
  const count = hexCount(bytes.length)
  const hides = hidesSecrets.value
  const known = knownSecrets.value
  const hidden = useMemo(() => (hides ? secretBytes(bytes, known) : undefined), [bytes, hides, known])
  const row = (index: number) => {
    const { offset, hex, text } = hexLine(bytes, index, hidden)
    return (
      <div key={index} class="hex-row">
        <span class="quiet">{offset}</span> {hex} <span class="quiet">{text}</span>
      </div>
    )
  }
  if (count > mostHexLines)
    return (
      <div class="hex">
        <RowsWindow label="Body in hex" count={count} rowHeight={rowHeight * textScale.value} row={row} />
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone its lines are longer than the page is wide
    <pre class="hex" tabIndex={0}>
      {Array.from({ length: count }, (_, index) => row(index))}
    </pre>
  )
}
