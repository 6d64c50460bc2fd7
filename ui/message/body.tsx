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
import { ProblemBox } from '../kit/problem.tsx'
import { rowStarts, rowText } from '../kit/raw-rows.ts'
import { RowsWindow } from '../kit/rows-window.tsx'
import { saveBlob } from '../kit/save-file.ts'
import type { Result } from '../live/api.ts'
import { maskedText, secretBytes } from '../secrets/mask.ts'
import { Masked } from '../secrets/masked.tsx'
import { hidesSecrets, knownSecrets } from '../secrets/secrets.ts'
import type { ReadBody } from './bodies.ts'
import type { BodyFile } from './body-size.ts'
import { beginningWords, wholeWords } from './body-size.ts'
import '../styles/body.css'

type Look = 'json' | 'raw' | 'hex'
const titles = { json: 'JSON', raw: 'Raw', hex: 'Hex' } as const satisfies Record<Look, string>
/** What is longer is drawn as far as it is in sight. */
const mostLetters = 100_000
const mostHexLines = 512
/** Of what is drawn as far as it is in sight, at the usual size of text, px. */
const rowHeight = 18

interface Props {
  text: string | null
  base64?: string | null
  title?: string
  /** Said in place of the body when it was not kept. */
  missing?: string | null
  /** How many bytes of it were not read yet. */
  leftOut?: number | undefined
  /** How many bytes were read, where only their beginning was kept: null where nobody counted them. */
  came?: number | null | undefined
  /** Its bytes are others than those of its text: neither they nor how many they are is told here. */
  asTextAlone?: boolean
  /** Reads all of it, so many bytes in all. */
  read?: (size: number) => Promise<Result<ReadBody>>
  /** Its exact bytes, to be saved. */
  file?: BodyFile
}

/** A body as a tree, as text or as bytes, always as data and never as markup. */
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
          label="Show the body as"
          options={looks.map((one) => [one, titles[one]] as const)}
          value={look}
          onPick={setWanted}
        />
        <Copy
          text={() => text ?? base64Of(bytes)}
          label={`Copy${isBeginning ? ' the beginning' : ''}${text === null ? ' as base64' : ''}`}
          what="the body"
        />
      </div>
      {children}
      <div class="bytes">
        {look === 'json' && (lines ? <JsonTree lines={lines} /> : <p class="quiet">Reading the JSON…</p>)}
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

/** How much of a body is here, and how to get the rest, or all of it as a file. */
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
  const words = 'Save as a file'
  if (at !== null)
    return (
      <a href={at} download={name}>
        {words}
      </a>
    )
  // As bytes of no kind, so that no browser shows them as a page.
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
  // A secret may stand across two rows.
  const text = useMemo(() => (hides ? maskedText(all, known) : all), [all, hides, known])
  const starts = useMemo(() => (text.length > mostLetters ? rowStarts(text) : null), [text])
  if (starts === null)
    return (
      <pre>
        <Masked text={text} />
      </pre>
    )
  return (
    <RowsWindow
      label="Body as text"
      count={starts.length}
      rowHeight={rowHeight * textScale.value}
      row={(index) => (
        <pre key={index} class="raw-row">
          <Masked text={rowText(text, starts, index)} />
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
