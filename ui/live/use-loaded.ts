import { useEffect, useState } from 'preact/hooks'
import type { Problem, Result } from './api.ts'
import { link } from './live.ts'

/** What has been read so far for one subject; the last answer stays while it is read again. */
export interface Loaded<T> {
  value: T | null
  problem: Problem | null
}

/** Reads when `subject` changes, and again, without a gap on screen, when `again` goes up. */
export function useLoaded<T>(subject: string, again: number, load: () => Promise<Result<T>>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { subject: string }>({
    subject,
    value: null,
    problem: null,
  })
  useEffect(() => {
    let wanted = true
    void load().then((result) => {
      if (!wanted) return
      setLoaded(
        result.ok
          ? { subject, value: result.value, problem: null }
          : { subject, value: null, problem: result.problem },
      )
    })
    return () => {
      wanted = false
    }
  }, [subject, again])
  return loaded.subject === subject ? loaded : { value: null, problem: null }
}

/** What was refused of a form, until it is asked for anew; that the sandbox did not answer is over once it is back. */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null)
  const isLive = link.value.state === 'live'
  useEffect(() => {
    if (isLive) setProblem((last) => (last?.code === 'not_reached' ? null : last))
  }, [isLive])
  return [problem, setProblem] as const
}

/** What a form asks of the sandbox, one request at a time, and what was refused of it. */
export function useSending() {
  const [problem, setProblem] = useProblem()
  const [busy, setBusy] = useState(false)
  /** Answers null where another request is still under way. */
  async function send<T>(act: () => Promise<Result<T>>): Promise<Result<T> | null> {
    if (busy) return null
    setBusy(true)
    const done = await act()
    setBusy(false)
    setProblem(done.ok ? null : done.problem)
    return done
  }
  return { problem, setProblem, busy, send }
}
