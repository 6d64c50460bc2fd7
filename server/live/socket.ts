import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Outside } from '../outside.ts'
import { type Frame, frameOf } from '../wire.ts'
import type { Bus } from './bus.ts'

export const livePath = '/sandbox/live'

/** A client that reads slower than this much lags behind is cut loose; it may come back with `since`. */
const backlogBytes = 8_000_000
/** After a message, frames are gathered for this long, so that a burst is few messages. Real time, ms. */
const gatherMs = 15
/** A client that does not answer a ping until the next one is gone. */
const pingMs = 15_000
/** Frames in one message at most, when a client that came back is brought up to date. */
const batch = 500

const closeReason = {
  tooSlow: [1013, 'too slow; come back with since'],
  closing: [1001, 'the sandbox is closing'],
  unreadable: [1011, 'what was missed cannot be read now; come back with since'],
} as const

/**
 * `/sandbox/live`: numbered frames, resumable, slow clients cut loose.
 * @param needs.onTrouble told why somebody who came back could not be told what was missed
 */
export function createLiveSocket(needs: {
  bus: Bus
  outside: Outside
  version: string
  onTrouble(error: unknown): void
}) {
  const { bus, outside, version } = needs
  // Its own set of clients takes a newcomer in before it is greeted and brought up to date.
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 1024,
  })
  const connected = new Set<WebSocket>()
  /** Those that are up to date and hear the news. */
  const current = new Set<WebSocket>()
  const alive = new WeakSet<WebSocket>()
  let pending: string[] = []
  let cancelGather: (() => void) | undefined
  let cancelPing = () => {}

  const unsubscribe = bus.subscribe((news) => {
    if (current.size === 0) return
    for (const one of news) pending.push(JSON.stringify(frameOf(one)))
    // What comes after a rest goes out at once.
    if (cancelGather === undefined) flush()
  })

  function flush() {
    cancelGather?.()
    cancelGather = undefined
    const texts = pending
    if (texts.length === 0) return
    pending = []
    // Made once: what lies before clients that do not read lies there once for all of them.
    const message = Buffer.from(`[${texts.join(',')}]`)
    for (const client of current) tell(client, message)
    cancelGather = outside.after(gatherMs, flush)
  }

  function tell(client: WebSocket, message: Buffer) {
    if (client.bufferedAmount <= backlogBytes) return client.send(message, { binary: false })
    current.delete(client)
    client.close(...closeReason.tooSlow)
    // A close frame waits behind the backlog that nobody reads.
    client.terminate()
  }

  function greet(client: WebSocket, since: number | undefined) {
    const seq = bus.newest()
    const hello: Frame = { seq, kind: 'hello', data: { seq, version } }
    client.send(JSON.stringify([hello]))
    lead(client, since ?? seq)
  }

  /** Brings a client up to date at its own pace, one message after the other, then lets it hear the news. */
  function lead(client: WebSocket, since: number) {
    if (client.readyState !== client.OPEN) return
    const missed = missedSince(since)
    if (missed === 'unreadable') return client.close(...closeReason.unreadable)
    if (missed === 'gap') {
      const seq = bus.newest()
      const gap: Frame = { seq, kind: 'gap', data: { oldest: bus.oldest() } }
      client.send(JSON.stringify([gap]))
      return join(client)
    }
    const { frames, upTo } = missed
    if (upTo === since) return join(client)
    if (frames.length === 0) return lead(client, upTo)
    client.send(JSON.stringify(frames), (error) => {
      if (!error) lead(client, upTo)
    })
  }

  function missedSince(since: number) {
    try {
      return bus.after(since, batch)
    } catch (error) {
      needs.onTrouble(error)
      return 'unreadable'
    }
  }

  function join(client: WebSocket) {
    // What is gathered by now it has had already.
    flush()
    current.add(client)
  }

  function ping() {
    for (const client of connected) {
      if (!alive.has(client)) client.terminate()
      alive.delete(client)
      client.ping()
    }
    cancelPing = outside.after(pingMs, ping)
  }
  cancelPing = outside.after(pingMs, ping)

  return {
    /**
     * Takes over an upgrade request to {@link livePath} whose Host and Origin are checked.
     * @param taken.since the frame after which the client wants to be told; undefined: from now on
     */
    accept(taken: { request: IncomingMessage; socket: Duplex; head: Buffer; since: number | undefined }) {
      const { request, socket, head, since } = taken
      server.handleUpgrade(request, socket, head, (client) => {
        connected.add(client)
        alive.add(client)
        client.on('pong', () => alive.add(client))
        client.on('error', () => client.terminate())
        client.on('close', () => {
          connected.delete(client)
          current.delete(client)
        })
        greet(client, since)
      })
    },
    close() {
      unsubscribe()
      cancelPing()
      flush()
      cancelGather?.()
      for (const client of connected) client.close(...closeReason.closing)
      server.close()
    },
  }
}
export type LiveSocket = ReturnType<typeof createLiveSocket>
