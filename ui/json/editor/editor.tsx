/** A field for JSON with colours, folds and mistakes; a plain field until the editor is loaded. */
import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Code, createCode } from './code-mirror.ts'
import { type EditorMark, jsonMarks } from './marks.ts'

export interface EditorHandle {
  focus(): void
  /** Selects a line, counted from 1. */
  selectLine(line: number): void
}

interface Props {
  /** The id that the label refers to. */
  id: string
  label: string
  value: string
  onInput: (value: string) => void
  rows: number
  /** The mistakes of the text; by default the first JSON mistake, if the text starts like JSON. */
  marks?: readonly EditorMark[]
  /** The id of the element with the message. */
  describedBy?: string
  handle?: RefObject<EditorHandle | null>
}

/** Above this size the browser's own field is faster. */
const mostCharacters = 200_000
const loaded = signal<typeof createCode | null>(null)
const load = async () => {
  loaded.value ??= (await import('./code-mirror.ts')).createCode
}

export function Editor({ id, label, value, onInput, rows, marks, describedBy, handle }: Props) {
  const [isHere, setHere] = useState(loaded.peek() !== null)
  const [isLarge] = useState(value.length > mostCharacters)
  // The height stays as at first, so that typing moves nothing below.
  const [height] = useState({ '--rows': rows + 1 })
  const host = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const code = useRef<Code | null>(null)
  const unasked = useRef<EditorHandle>(null)
  const wasAt = useRef<[number, number] | null>(null)
  const tell = useRef(onInput)
  tell.current = onInput
  const shown = useMemo(() => marks ?? jsonMarks(value), [marks, value])
  const isCode = isHere && !isLarge

  useEffect(() => {
    if (isHere || isLarge) return
    load().then(
      () => {
        const area = plain.current
        if (area !== null && area === document.activeElement)
          wasAt.current = [area.selectionStart, area.selectionEnd]
        setHere(true)
      },
      () => {},
    )
  }, [])
  useLayoutEffect(() => {
    const create = loaded.peek()
    if (!isCode || host.current === null || create === null) return
    const made = create({
      host: host.current,
      label,
      value,
      saysWhatIsWrong: marks === undefined,
      onInput: (text) => tell.current(text),
    })
    code.current = made
    if (wasAt.current !== null) {
      made.select(...wasAt.current)
      made.focus()
    }
    const outer = document.querySelector(`label[for="${CSS.escape(id)}"]`)
    outer?.addEventListener('click', made.focus)
    return () => {
      outer?.removeEventListener('click', made.focus)
      made.destroy()
      code.current = null
    }
  }, [isCode])
  useLayoutEffect(() => code.current?.setValue(value), [value])
  useEffect(() => code.current?.setMarks(shown), [shown, isCode])
  useImperativeHandle(
    handle ?? unasked,
    () => ({
      focus: () => (code.current ?? plain.current)?.focus(),
      selectLine: (line) => (code.current ? code.current.selectLine(line) : selectIn(plain.current, line)),
    }),
    [],
  )
  if (isCode) return <div ref={host} class="code" style={height} />
  return (
    <textarea
      ref={plain}
      id={id}
      class="code-plain"
      style={height}
      spellcheck={false}
      autocomplete="off"
      aria-invalid={shown.length > 0}
      aria-describedby={describedBy}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}

function selectIn(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}
