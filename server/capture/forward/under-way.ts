/** Tracks forwards under way, to stop requests that go round in a circle. */
import { createHash } from 'node:crypto'
import type { SenderAttempt } from '../../client/send.ts'

/**
 * The most simultaneous forwards of one endpoint with the same bytes. More means that they come back by an invisible way.
 */
const mostAlike = 256

/** What identifies a request that comes back after a forward. */
interface Passing {
  endpoint: string
  method: string
  body: Buffer
}

/** The forwards under way, and the endpoints they passed. */
export function createUnderWay() {
  const all = new Map<SenderAttempt, readonly string[]>()
  const alike = new Map<string, { underWay: number; givenUp: number }>()

  return {
    /** The endpoints passed by the request from this local port. Undefined if it is not a forward of this sandbox. */
    wayFrom(port: number): readonly string[] | undefined {
      if (all.size === 0) return undefined
      for (const [attempt, way] of all) if (attempt.localPort() === port) return way
      return undefined
    },
    /** Whether too many equal requests are under way, so that one must be going round. */
    goesRound(passing: Passing): boolean {
      const known = alike.size > 0 ? alike.get(keyOf(passing)) : undefined
      return known !== undefined && known.underWay + known.givenUp >= mostAlike
    },
    /**
     * Counts a forward until the returned function is called. A timed-out forward counts while equal ones are under way,
     * since a slow circle continues after its first timeouts.
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
