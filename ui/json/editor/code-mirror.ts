/** Connects CodeMirror to the JSON field. */
import '../../styles/editor.css'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from '@codemirror/language'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, RangeSet, StateEffect, StateField, Text } from '@codemirror/state'
import {
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  showPanel,
} from '@codemirror/view'
import { type EditorMark, lineEnd, marksWords } from './marks.ts'
import { theme } from './theme.ts'

interface CodeOptions {
  /** The element that gets the editor. */
  host: HTMLElement
  label: string
  value: string
  /** Whether the line below the text shows mistakes. */
  saysWhatIsWrong: boolean
  onInput: (value: string) => void
}

class BadLine extends GutterMarker {
  override elementClass = 'bad'
}
const badLine = new BadLine()

const setMarks = StateEffect.define<readonly EditorMark[]>()
const marksField = StateField.define<readonly EditorMark[]>({
  create: () => [],
  update: (marks, { effects }) => effects.find((one) => one.is(setMarks))?.value ?? marks,
  provide: (field) => [
    gutterLineClass.compute([field], (state) =>
      RangeSet.of(
        [...new Set(state.field(field).map(({ line }) => line))]
          .filter((line) => line <= state.doc.lines)
          .map((line) => badLine.range(state.doc.line(line).from)),
        true,
      ),
    ),
    EditorView.contentAttributes.compute([field], (state) => {
      const words = marksWords(state.field(field))
      const how = 'Tab leaves the field; Control and ] indents.'
      return { 'aria-invalid': `${words !== ''}`, 'aria-description': `${words} ${how}`.trim() }
    }),
  ],
})

/** The line below the text: the first mistake, and how to indent, because Tab leaves the field. */
const foot = (saysWhatIsWrong: boolean) => (view: EditorView) => {
  const dom = document.createElement('div')
  dom.className = 'foot'
  const [said, how] = [document.createElement('span'), document.createElement('span')]
  said.className = 'said'
  how.className = 'how'
  how.textContent = 'Tab leaves · Ctrl ] indents'
  dom.append(said, how)
  const write = (state: EditorState) => {
    const words = saysWhatIsWrong ? marksWords(state.field(marksField)) : ''
    said.textContent = words === '' ? '' : `✕ ${words}`
  }
  write(view.state)
  return { dom, update: ({ state }: { state: EditorState }) => write(state) }
}

/** The range that inserted text replaces: the selection may be newer than the editor knows. */
function replacedIn(view: EditorView): { from: number; to: number } {
  // In a shadow tree the event has no ranges, and not every browser has the selection.
  const root: DocumentOrShadowRoot & { getSelection?(): Selection | null } = view.root
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = root.getSelection?.() ?? {}
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode)) return view.state.selection.main
  const ends = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)]
  return { from: Math.min(...ends), to: Math.max(...ends) }
}

// Browsers keep the old style of replaced text in an inline style, which the content security policy refuses.
const overSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing || state.readOnly)
      return false
    const { from, to } = replacedIn(view)
    if (from === to) return false
    const insert = state.toText(event.data.replaceAll(/\r?\n/g, state.lineBreak))
    const selection = { anchor: from + insert.length }
    view.dispatch({ changes: { from, to, insert }, selection, userEvent: 'input.type', scrollIntoView: true })
    event.preventDefault()
    return true
  },
})

function diagnosticOf({ doc }: EditorState, { line, at, message }: EditorMark): Diagnostic {
  const { from, to, text } = doc.line(Math.min(Math.max(1, line), doc.lines))
  const start = from + (text.length - text.trimStart().length)
  // The last character of the line marks what is missing at its end.
  const place = at === undefined ? start : Math.max(from, Math.min(at, to - 1))
  return { from: place, to: at === undefined ? to : Math.min(to, place + 1), severity: 'error', message }
}

/** Creates a controlled editor in an element; `setValue` sets its text. */
export function createCode({ host, label, value, saysWhatIsWrong, onInput }: CodeOptions) {
  // CodeMirror follows the content security policy only in a shadow tree.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const ends = new Compartment()
  let known = value
  const endsOf = (text: string) => EditorState.lineSeparator.of(lineEnd(text))
  const submit = () => {
    host.closest('form')?.requestSubmit()
    return true
  }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: Text.of(value.split(lineEnd(value))),
      extensions: [
        ends.of(endsOf(value)),
        keymap.of([
          { key: 'Mod-Enter', run: submit },
          ...historyKeymap,
          ...foldKeymap,
          // Escape leaves every field of the page.
          ...defaultKeymap.filter(({ key }) => key !== 'Escape'),
        ]),
        history(),
        overSelection,
        json(),
        indentUnit.of('  '),
        bracketMatching(),
        lineNumbers(),
        foldGutter({ openText: '▾', closedText: '▸' }),
        highlightSpecialChars(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        marksField,
        showPanel.of(foot(saysWhatIsWrong)),
        theme,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged || state.sliceDoc() === known) return
          known = state.sliceDoc()
          onInput(known)
        }),
      ],
    }),
  })
  return {
    setValue(text: string) {
      if (text === known) return
      known = text
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: Text.of(text.split(lineEnd(text))) },
        effects: ends.reconfigure(endsOf(text)),
      })
    },
    setMarks(marks: readonly EditorMark[]) {
      const { state } = view
      view.dispatch(
        { effects: setMarks.of(marks) },
        setDiagnostics(
          state,
          marks.map((mark) => diagnosticOf(state, mark)),
        ),
      )
    },
    focus: () => view.focus(),
    /** From one offset to another. */
    select(anchor: number, head: number) {
      view.dispatch({ selection: { anchor, head }, scrollIntoView: true })
    },
    selectLine(number: number) {
      const { from, to } = view.state.doc.line(Math.min(number, view.state.doc.lines))
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}
export type Code = ReturnType<typeof createCode>
