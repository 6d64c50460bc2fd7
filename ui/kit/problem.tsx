/** Draws a refusal: what happened, why, and what to do. */

import type { ComponentChildren } from 'preact'

interface Props {
  problem: { message: string; fix: string }
  onClose?: (() => void) | undefined
  /** A button that continues despite the refusal. */
  act?: ComponentChildren
}

export function ProblemBox({ problem, onClose, act }: Props) {
  return (
    <div class="problem" role="alert">
      <div>
        <p>
          <span aria-hidden="true">✕ </span>
          {problem.message}
        </p>
        {problem.fix !== '' && <p class="fix">{problem.fix}</p>}
      </div>
      {act}
      {onClose && (
        <button type="button" class="small" onClick={onClose}>
          Close
        </button>
      )}
    </div>
  )
}

/** The problem of a field, below the field. */
export const FieldProblem = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} class="bad" role="alert">
    <span aria-hidden="true">✕ </span>
    {text}
  </p>
)
