/** Draws a refusal: what happened, why, and what to do. */

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Problem } from './api.ts'
import { isOutage, refusal } from './refusal.ts'

interface Props {
  problem: Omit<Problem, 'code'> & Partial<Problem>
  onClose?: (() => void) | undefined
  /** A button that continues despite the refusal. */
  act?: ComponentChildren
}

/** Draws nothing while the banner reports the outage, but brings back a dismissed banner. */
export function ProblemBox({ problem, onClose, act }: Props) {
  const told = isOutage(problem) ? problem : null
  useEffect(() => {
    if (told) refusal.value = told
  }, [told])
  if (told) return null
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
