/** Shows why a list could not be loaded, and the button that tries again. */
import { ProblemBox } from '../kit/problem.tsx'
import type { Problem } from './api.ts'
import { link } from './live.ts'
import { touched } from './touched.ts'

export function NotRead({ problem }: { problem: Problem }) {
  // The banner reports a lost connection, and the page reads again when the sandbox responds.
  if (problem.code === 'not_reached' && link.value.state === 'lost')
    return <p class="empty quiet">Not loaded.</p>
  return (
    <ProblemBox
      problem={problem}
      act={
        <button
          type="button"
          class="small"
          onClick={() => {
            touched.value++
          }}
        >
          Try again
        </button>
      }
    />
  )
}
