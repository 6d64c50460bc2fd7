/** Shows why a list could not be loaded, and the button that tries again. */
import { ProblemBox } from '../kit/problem.tsx'
import type { Problem } from './api.ts'
import { isOutage } from './refusal.ts'
import { touched } from './touched.ts'

interface Props {
  problem: Problem
  /** Reads again. By default, every open record is read again. */
  again?: () => unknown
}

export function NotRead({ problem, again = () => touched.value++ }: Props) {
  // The page reads again when the sandbox responds.
  if (isOutage(problem)) return <p class="empty quiet">Not loaded.</p>
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
