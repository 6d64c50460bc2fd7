import { createHash } from 'node:crypto'
import type { SenderAttempt } from '../../client/send.ts'

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
  const alike = new Map<string, { underWay: number; givenUp: number }>()

  return {
    /** The endpoints that what comes from this port has been at; undefined where it is no forward of this sandbox. */
    wayFrom(port: number): readonly string[] | undefined {
      if (all.size === 0) return undefined
      for (const [attempt, way] of all) if (attempt.localPort() === port) return way
      return undefined
    },
    /** Whether there are so many alike that they must be one that goes round. */
    goesRound(passing: Passing): boolean {
      const known = alike.size > 0 ? alike.get(keyOf(passing)) : undefined
      return known !== undefined && known.underWay + known.givenUp >= mostAlike
    },
    /**
     * Counts a request that is passed on, until the answer is called. One that was given up counts as long as others alike
     * are under way: in a slow circle the first ones are given up while it goes on.
     */
    enter(passing: Passing): (givenUp: boolean) => void {
      const key = keyOf(passing)
      const counted = alike.get(key) ?? { underWay: 0, givenUp: 0 }
      counted.underWay++
      alike.set(key, counted)
      return (givenUp) => {
        counted.underWay--
        if (givenUp) counted.givenUp++
        if (counted.underWay === 0) alike.delete(key)
      }
    },
    add: (attempt: SenderAttempt, way: readonly string[]) => void all.set(attempt, way),
    remove: (attempt: SenderAttempt) => void all.delete(attempt),
    attempts: () => [...all.keys()],
  }
}

const keyOf = ({ endpoint, method, body }: Passing) =>
  `${endpoint} ${method} ${createHash('sha1').update(body).digest('base64')}`
