/** Limits how much work one connection can cause by pipelining requests. */
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How many requests of one connection are handled at the same time. Other connections get their turn before the next. */
const atOnce = 32
/** The sandbox stops reading a connection at this many unanswered requests, until half are answered. */
const mostUnanswered = 64

interface Lane {
  unanswered: number
  isHeld: boolean
  working: number
  /** The requests that wait for their turn, in order of arrival. */
  waiting: (() => void)[]
}

/**
 * Limits a connection that sends requests without waiting for responses: few are handled at once, and reading pauses while
 * many are unanswered. No request is lost, and order is kept.
 */
export function createPipelining() {
  const lanes = new WeakMap<Duplex, Lane>()

  function laneOf(socket: Duplex): Lane {
    const known = lanes.get(socket)
    if (known) return known
    const lane = { unanswered: 0, isHeld: false, working: 0, waiting: [] }
    lanes.set(socket, lane)
    // Node resumes reading whenever a body is read. The last request may still need its remaining bytes.
    socket.on('resume', () => {
      if (lane.isHeld) socket.pause()
    })
    return lane
  }

  function answered(lane: Lane, socket: Duplex) {
    lane.unanswered--
    if (!lane.isHeld || lane.unanswered > mostUnanswered / 2) return
    lane.isHeld = false
    socket.resume()
  }

  return {
    /** Counts a request as unanswered. The returned function runs work for this request in its turn. */
    enter(response: ServerResponse): <T>(work: () => Promise<T>) => Promise<T> {
      const { socket } = response.req
      const lane = laneOf(socket)
      response.once('close', () => answered(lane, socket))
      if (++lane.unanswered > mostUnanswered && !lane.isHeld) {
        lane.isHeld = true
        socket.pause()
      }
      return async (work) => {
        // A released request takes the place of the one before it.
        if (lane.working >= atOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve))
        else lane.working++
        try {
          return await work()
        } finally {
          const next = lane.waiting.shift()
          if (next) next()
          else lane.working--
        }
      }
    },
  }
}
