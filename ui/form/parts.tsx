/** A list of alike parts of a form, each folded to one line. */

import type { ComponentChildren } from 'preact'
import { Fold } from '../kit/fold.tsx'

interface Props<Part> {
  /** What one part is called, such as `step`. */
  what: string
  parts: readonly Part[]
  onChange: (parts: readonly Part[]) => void
  isFlawed: (part: Part) => boolean
  summary: (part: Part, index: number) => ComponentChildren
  draw: (part: Part, change: (part: Part) => void) => ComponentChildren
  /** Whether the order of the parts matters. */
  isOrdered?: boolean
}

export function Parts<Part>({ what, parts, onChange, isFlawed, summary, draw, isOrdered }: Props<Part>) {
  const up = (index: number) => {
    const next = [...parts]
    next.splice(index - 1, 0, ...next.splice(index, 1))
    onChange(next)
  }
  return (
    <ol class="rule-steps">
      {parts.map((part, index) => (
        <li key={`${what} ${index + 1}`}>
          <Fold isNow={index === parts.length - 1} isFlawed={isFlawed(part)}>
            <summary>{summary(part, index)}</summary>
            {draw(part, (changed) => onChange(parts.with(index, changed)))}
            <div class="form-acts">
              {isOrdered && index > 0 && (
                <button type="button" class="small" onClick={() => up(index)}>
                  Move up
                </button>
              )}
              <button
                type="button"
                class="small"
                onClick={() => onChange(parts.filter((_, at) => at !== index))}
              >
                Remove {what}
              </button>
            </div>
          </Fold>
        </li>
      ))}
    </ol>
  )
}
