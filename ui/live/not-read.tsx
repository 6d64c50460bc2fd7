/** Shows why a list could not be loaded, and the button that tries again. */
import { ProblemBox } from '../kit/problem.tsx'
import { touched } from './touched.ts'

export const NotRead = ({ problem }: { problem: { message: string; fix: string } }) => (
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
