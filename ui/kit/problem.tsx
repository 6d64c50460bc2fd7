import type { ComponentChildren } from 'preact'

interface Props {
  problem: { message: string; fix: string }
  onClose?: (() => void) | undefined
  /** A button that goes on in spite of it. */
  act?: ComponentChildren
}

/** A refusal: what happened and why, then the move. */
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

/** What was refused of a field, below it. */
export const FieldProblem = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} class="bad" role="alert">
    <span aria-hidden="true">✕ </span>
    {text}
  </p>
)
