/** Shows why a list could not be loaded, and the button that tries again. */

import type { Problem } from './api.ts'
import { ProblemBox } from './problem.tsx'
import { isOutage } from './refusal.ts'
import { touched } from './touched.ts'

interface Props {
  problem: Problem
  /** Reads again. By default, every open record is read again. */
  again?: () => unknown
}

/** In place of a part that did not load, while the banner reports the outage. The page loads it when the sandbox responds. */
export const Unread = () => <p class="empty quiet">Not loaded.</p>

export function NotRead({ problem, again = () => touched.value++ }: Props) {
  if (isOutage(problem)) return <Unread />
  return (
    <ProblemBox
      problem={problem}
      act={
        <button type="button" class="small" onClick={() => void again()}>
          Try again
        </button>
      }
    />
  )
}
