import { createHash } from 'node:crypto'
import type { SenderAttempt } from '../../delivery/send.ts'

/** So many forwards of one endpoint with the same bytes at once: they come back to it by a way that is not seen here. */
const mostAlike = 256

/** What identifies a request that comes back after it was passed on. */
interface Passing {
  endpoint: string
  method: string
  body: Buffer
}

/** The forwards under way, and where they have been. */
export function createUnderWay() {
  const all = new Map<SenderAttempt, readonly string[]>()
  const alike = new Map<string, number>()

  return {
    /** The endpoints that what comes from this port has been at; undefined where it is no forward of this sandbox. */
    wayFrom(port: number): readonly string[] | undefined {
      if (all.size === 0) return undefined
      for (const [attempt, way] of all) if (attempt.localPort() === port) return way
      return undefined
    },
    /** Whether there are so many alike that they must be one that goes round. */
    goesRound: (passing: Passing): boolean => alike.size > 0 && (alike.get(keyOf(passing)) ?? 0) >= mostAlike,
    /** Counts a request that is passed on, until the answer is called. */
    enter(passing: Passing): () => void {
      const key = keyOf(passing)
      alike.set(key, (alike.get(key) ?? 0) + 1)
      return () => {
        const left = (alike.get(key) ?? 1) - 1
        if (left > 0) alike.set(key, left)
        else alike.delete(key)
      }
    },
    add: (attempt: SenderAttempt, way: readonly string[]) => void all.set(attempt, way),
    remove: (attempt: SenderAttempt) => void all.delete(attempt),
    attempts: () => [...all.keys()],
  }
}

const keyOf = ({ endpoint, method, body }: Passing) =>
  `${endpoint} ${method} ${createHash('sha1').update(body).digest('base64')}`
