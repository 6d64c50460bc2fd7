/** Loads the whole body before a form that edits it is drawn. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { bytes } from '../../server/words/size.ts'
import type { Result } from './api.ts'
import { NotRead } from './not-read.tsx'
import { useLoaded } from './use-loaded.ts'

/** Larger bodies are not editable: the sandbox sends them unchanged. */
const mostEdited = 1024 * 1024

interface Props<T> {
  subject: string
  /** The size of the partly loaded body. */
  size: number
  read: () => Promise<Result<T>>
  /** Draws the form with the loaded record; null means without the body. */
  draw: (whole: T | null) => VNode
}

export function WholeFirst<T>({ subject, size, read, draw }: Props<T>) {
  const [asks] = useState(size <= mostEdited)
  if (asks) return <Reading subject={subject} read={read} draw={draw} />
  return (
    <>
      <p class="quiet">
        The body ({bytes(size)}) is too large to edit here. The sandbox sends the original body.
      </p>
      {draw(null)}
    </>
  )
}

function Reading<T>({ subject, read, draw }: Omit<Props<T>, 'size'>) {
  const { value, problem, retry } = useLoaded(subject, 0, read)
  if (problem !== null) return <NotRead problem={problem} again={retry} />
  if (value !== null) return draw(value)
  return (
    <p class="quiet" aria-busy="true">
      Loading the body…
    </p>
  )
}
