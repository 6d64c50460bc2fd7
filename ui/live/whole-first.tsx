import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { bytes } from '../../server/words/size.ts'
import { ProblemBox } from '../kit/problem.tsx'
import type { Result } from './api.ts'
import { useLoaded } from './use-loaded.ts'

/** Larger bodies are not put into a field: they are sent as they are. */
const mostEdited = 1024 * 1024

interface Props<T> {
  subject: string
  /** Of the body that was read in part. */
  size: number
  read: () => Promise<Result<T>>
  /** Draws the form, with the whole thing once it was read; null leaves the body out of it. */
  draw: (whole: T | null) => VNode
}

/** Reads the whole of a body before a form that edits it is drawn; one too large for a field stays as it is. */
export function WholeFirst<T>({ subject, size, read, draw }: Props<T>) {
  const [asks] = useState(size <= mostEdited)
  if (asks) return <Reading subject={subject} read={read} draw={draw} />
  return (
    <>
      <p class="quiet">Its body of {bytes(size)} is too large to be edited here; it goes as it was.</p>
      {draw(null)}
    </>
  )
}

function Reading<T>({ subject, read, draw }: Omit<Props<T>, 'size'>) {
  const { value, problem } = useLoaded(subject, 0, read)
  if (problem !== null) return <ProblemBox problem={problem} />
  if (value !== null) return draw(value)
  return (
    <p class="quiet" aria-busy="true">
      Reading the whole body…
    </p>
  )
}
