import { useEffect, useState } from 'preact/hooks'
import type { Problem } from './api.ts'
import { link } from './live.ts'

/** What was refused of a form, until it is asked for anew; that the sandbox did not answer is over once it is back. */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null)
  const isLive = link.value.state === 'live'
  useEffect(() => {
    if (isLive) setProblem((last) => (last?.code === 'not_reached' ? null : last))
  }, [isLive])
  return [problem, setProblem] as const
}
