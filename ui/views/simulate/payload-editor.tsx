import { useId, useRef } from 'preact/hooks'
import { many } from '../../parts/format.ts'
import type { PayloadProblem } from '../../parts/payload-check.ts'
import { indented } from '../../state/trigger-draft.ts'

interface Props {
  text: string
  problems: readonly PayloadProblem[]
  /** What the payload is put back to. */
  example: string
  onInput: (text: string) => void
}

const linesAtMost = 26

/** A payload as text with its lines numbered, checked by the event's schema while one types. */
export function PayloadEditor({ text, problems, example, onInput }: Props) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  const lines = text.split('\n')
  const wrong = new Set(problems.map(({ line }) => line))
  const formatted = format(text)

  function goTo(line: number): void {
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
    area.current?.focus()
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }
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
          Back to the example
        </button>
      </div>
      <div class="editor">
        <div class="editor-gutter" aria-hidden="true" ref={gutter}>
          {lines.map((_, index) => (
            <span key={index} class={wrong.has(index + 1) ? 'bad' : ''}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          id={id}
          rows={Math.min(linesAtMost, lines.length + 1)}
          wrap="off"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-problems`}
          value={text}
          onInput={(event) => onInput(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
      <div id={`${id}-problems`} class="payload-problems">
        <p role="status" class={problems.length === 0 ? 'good' : 'bad'}>
          {problems.length === 0 ? '✓ Fits the schema' : `✕ ${many(problems.length, 'problem')}`}
        </p>
        <ul>
          {problems.map(({ line, path, message }) => (
            <li key={`${path}${message}`}>
              <button type="button" class="link" onClick={() => goTo(line)}>
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

/** The text as it would be indented; null where it is no JSON. */
function format(text: string): string | null {
  try {
    return indented(JSON.parse(text))
  } catch {
    return null
  }
}
