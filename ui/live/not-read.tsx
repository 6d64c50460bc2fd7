import { ProblemBox } from '../kit/problem.tsx'
import { touched } from './touched.ts'

/** In place of what is read anew as it changes and could not be read: why, and the button that asks again. */
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
        Read again
      </button>
    }
  />
)
