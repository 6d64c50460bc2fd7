import { useEffect, useState } from 'preact/hooks'
import type { Problem, Result } from './api.ts'

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
