/** Hooks that read records and send forms. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Problem, Result } from './api.ts'
import { link } from './live.ts'

/** The loaded value for a subject. The last value stays while a new one loads. */
export interface Loaded<T> {
  value: T | null
  problem: Problem | null
}

/**
 * Reads when `subject` changes, and reads again without a gap when `again` increases, by `retry`, and when the sandbox that could
 * not be reached is back.
 */
export function useLoaded<T>(
  subject: string,
  again: number,
  load: () => Promise<Result<T>>,
): Loaded<T> & { retry(): void } {
  const [round, setRound] = useState(0)
  const retry = () => setRound((last) => last + 1)
  const [loaded, setLoaded] = useState<Loaded<T> & { subject: string }>({
    subject,
    value: null,
    problem: null,
  })
  useEffect(() => {
    let wanted = true
    void load().then((result) => {
      if (!wanted) return
      if (result.ok) return setLoaded({ subject, value: result.value, problem: null })
      const { problem } = result
      // Without a connection the view keeps what it showed.
      setLoaded((last) =>
        problem.code === 'not_reached' && last.subject === subject && last.value !== null
          ? last
          : { subject, value: null, problem },
      )
    })
    return () => {
      wanted = false
    }
  }, [subject, again, round])
  const isLive = link.value.state === 'live'
  useEffect(() => {
    if (isLive && loaded.problem?.code === 'not_reached') retry()
  }, [isLive])
  return loaded.subject === subject ? { ...loaded, retry } : { value: null, problem: null, retry }
}

/** The refusal of a form until the next attempt. A connection failure clears when the sandbox is back. */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null)
  const isLive = link.value.state === 'live'
  useEffect(() => {
    if (isLive) setProblem((last) => (last?.code === 'not_reached' ? null : last))
  }, [isLive])
  return [problem, setProblem] as const
}

/** Sends a form, one request at a time, and holds its refusal. */
export function useSending() {
  const [problem, setProblem] = useProblem()
  const [busy, setBusy] = useState(false)
  // Two presses may come before the next drawing.
  const isSending = useRef(false)
  const setSending = (is: boolean) => {
    isSending.current = is
    setBusy(is)
  }
  /** Returns null if another request is under way. */
  async function send<T>(act: () => Promise<Result<T>>): Promise<Result<T> | null> {
    if (isSending.current) return null
    setSending(true)
    const done = await act()
    setSending(false)
    setProblem(done.ok ? null : done.problem)
    return done
  }
  return { problem, setProblem, busy, send }
}
