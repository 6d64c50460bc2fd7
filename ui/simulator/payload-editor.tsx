/** The editor of a custom payload. */

import { useId, useRef } from 'preact/hooks'
import { Editor, type EditorHandle } from '../json/editor/editor.tsx'
import type { PayloadProblem } from '../json/schema/payload-check.ts'
import { many } from '../kit/format.ts'
import { indented } from './trigger-draft.ts'

interface Props {
  text: string
  problems: readonly PayloadProblem[]
  /** The payload that "Restore the example" sets. */
  example: string
  onInput: (text: string) => void
}

const linesAtMost = 26

/** The schema of the event checks the text while the reader types. */
export function PayloadEditor({ text, problems, example, onInput }: Props) {
  const id = useId()
  const editor = useRef<EditorHandle>(null)
  const formatted = format(text)
  return (
    <div class="field payload">
      <div class="payload-head">
        <label for={id}>Payload</label>
        <span class="spring" />
        <button
          type="button"
          class="small"
          disabled={formatted === null || formatted === text}
          onClick={() => onInput(formatted ?? text)}
        >
          Format
        </button>
        <button type="button" class="small" disabled={text === example} onClick={() => onInput(example)}>
          Restore the example
        </button>
      </div>
      <Editor
        handle={editor}
        id={id}
        label="Payload"
        rows={Math.min(linesAtMost, text.split('\n').length)}
        marks={problems}
        describedBy={`${id}-problems`}
        value={text}
        onInput={onInput}
      />
      <div id={`${id}-problems`} class="payload-problems">
        <p role="status" class={problems.length === 0 ? 'good' : 'bad'}>
          {problems.length === 0 ? '✓ Matches the schema' : `✕ ${many(problems.length, 'problem')}`}
        </p>
        <ul>
          {problems.map(({ line, path, message }) => (
            <li key={`${path}${message}`}>
              <button type="button" class="link" onClick={() => editor.current?.selectLine(line)}>
                line {line}
              </button>{' '}
              {path !== '' && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The indented text, or null if it is not JSON. */
function format(text: string): string | null {
  try {
    return indented(JSON.parse(text))
  } catch {
    return null
  }
}
