import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** So many requests of one connection are worked on at once; what others send comes between them and the next. */
const atOnce = 32
/** With so many unanswered nothing more is read of a connection, until half of them are answered. */
const mostUnanswered = 64

interface Lane {
  unanswered: number
  isHeld: boolean
  working: number
  /** Those whose turn is still to come, in the order in which they came. */
  waiting: (() => void)[]
}

/**
 * Keeps a connection that sends its requests without waiting for answers from taking the time of all others: a few of them are
 * worked on at once, and while many are unanswered no more are read. None is lost, and the order stays.
 */
export function createPipelining() {
  const lanes = new WeakMap<Duplex, Lane>()

  function laneOf(socket: Duplex): Lane {
    const known = lanes.get(socket)
    if (known) return known
    const lane = { unanswered: 0, isHeld: false, working: 0, waiting: [] }
    lanes.set(socket, lane)
    // Node goes on reading whenever somebody reads a body; that of the last request may wait for the rest of its bytes.
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
    /**
     * Counts a request as unanswered. What it answers does work for it in its turn: at once, unless many of the same connection
     * are being worked on.
     */
    enter(response: ServerResponse): <T>(work: () => Promise<T>) => Promise<T> {
      const { socket } = response.req
      const lane = laneOf(socket)
      response.once('close', () => answered(lane, socket))
      if (++lane.unanswered > mostUnanswered && !lane.isHeld) {
        lane.isHeld = true
        socket.pause()
      }
      return async (work) => {
        // Who is called has the place of the one before.
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
