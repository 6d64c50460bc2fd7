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
  placeholder,
  showPanel,
} from '@codemirror/view'
import { type EditorMark, lineEnd, marksWords } from './marks.ts'
import { theme } from './theme.ts'

export interface CodeOptions {
  /** What the editor becomes the content of. */
  host: HTMLElement
  label: string
  placeholder: string
  value: string
  /** Whether the line under the text tells what is wrong; otherwise somebody else does. */
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

/** What is wrong first, and how to indent where Tab goes on to the next field. */
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

/** What text that is put in takes the place of: a selection may be newer than the editor knows. */
function replacedIn(view: EditorView): { from: number; to: number } {
  // The event tells no ranges in a shadow tree, and not every browser the selection of one.
  const root: DocumentOrShadowRoot & { getSelection?(): Selection | null } = view.root
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = root.getSelection?.() ?? {}
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode)) return view.state.selection.main
  const ends = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)]
  return { from: Math.min(...ends), to: Math.max(...ends) }
}

// Where a browser itself puts text in the place of a selection, it gives it the look of what was there, by an inline
// style that the page's policy refuses and complains of.
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
  // The last sign of the line stands for what is missing at its end.
  const place = at === undefined ? start : Math.max(from, Math.min(at, to - 1))
  return { from: place, to: at === undefined ? to : Math.min(to, place + 1), severity: 'error', message }
}

/** Puts an editor for JSON into an element. It is controlled: `setValue` says what it holds. */
export function createCode({ host, label, placeholder: hint, value, saysWhatIsWrong, onInput }: CodeOptions) {
  // Only in a shadow tree does CodeMirror bring its styles in a way that the page's policy on content allows.
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
          // It leaves the field, as it leaves every other, which is the page's to do.
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
        ...(hint === '' ? [] : [placeholder(hint)]),
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
