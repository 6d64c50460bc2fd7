/** The live socket: sends numbered frames to clients, resumes after a reconnect, and disconnects slow clients. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { runInSlices } from '../memory/in-slices.ts'
import type { Outside } from '../outside.ts'
import { type Frame, frameOf } from '../wire.ts'
import type { Bus } from './bus.ts'

export const livePath = '/sandbox/live'

/** A client whose unsent backlog exceeds this size is disconnected. The client may reconnect with `since`. */
const backlogBytes = 8_000_000
/** Frames are gathered for this long after a message, so that a burst makes few messages. Real time, ms. */
const gatherMs = 15
/** A client that does not answer a ping before the next one is disconnected. */
const pingMs = 15_000
/** The most frames in one message while a reconnected client catches up: few, since a frame may have headers of 32 KB. */
const batch = 50
/** How long a turn of the event loop prepares missed frames. Real time, ms. */
const sliceMs = 5

const closeReason = {
  tooSlow: [1013, 'too slow; reconnect with since'],
  closing: [1001, 'the sandbox is closing'],
  unreadable: [1011, 'the missed frames cannot be read now; reconnect with since'],
} as const

/**
 * The socket at `/sandbox/live`.
 * @param needs.onTrouble called with the reason if missed frames cannot be read
 */
export function createLiveSocket(needs: {
  bus: Bus
  outside: Outside
  version: string
  onTrouble(error: unknown): void
}) {
  const { bus, outside, version } = needs
  let opened: Promise<WebSocketServer> | undefined
  let isClosed = false

  /** Loaded for the first client, since many runs have none. */
  async function open(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    return new WebSocketServer({
      noServer: true,
      // The server's own set of clients would include new clients before their greeting and catch-up.
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: 1024,
    })
  }

  const connected = new Set<WebSocket>()
  /** Clients that are up to date and receive news. */
  const current = new Set<WebSocket>()
  const alive = new WeakSet<WebSocket>()
  let pending: string[] = []
  let cancelGather: (() => void) | undefined
  let cancelPing = () => {}

  const unsubscribe = bus.subscribe((news) => {
    if (current.size === 0) return
    for (const one of news) pending.push(JSON.stringify(frameOf(one)))
    // After a pause, a frame is sent at once.
    if (cancelGather === undefined) flush()
  })

  function flush() {
    cancelGather?.()
    cancelGather = undefined
    const texts = pending
    if (texts.length === 0) return
    pending = []
    // Built once, so that slow clients share one buffer.
    const message = Buffer.from(`[${texts.join(',')}]`)
    for (const client of current) tell(client, message)
    cancelGather = outside.after(gatherMs, flush)
  }

  function tell(client: WebSocket, message: Buffer) {
    if (client.bufferedAmount <= backlogBytes) return client.send(message, { binary: false })
    current.delete(client)
    client.close(...closeReason.tooSlow)
    // A close frame would wait behind the unread backlog.
    client.terminate()
  }

  function greet(client: WebSocket, since: number | undefined) {
    const seq = bus.newest()
    const hello: Frame = { seq, kind: 'hello', data: { seq, version } }
    client.send(JSON.stringify([hello]))
    void lead(client, since ?? seq)
  }

  /** Sends a client the missed frames at its own pace, one message at a time and in slices, and then the news. */
  async function lead(client: WebSocket, since: number) {
    for (let at = since; client.readyState === client.OPEN; ) {
      if (at === bus.newest()) return join(client)
      const missed = await missedSince(at)
      if (client.readyState !== client.OPEN) return
      if (missed === 'unreadable') return client.close(...closeReason.unreadable)
      if (missed === 'gap') {
        const seq = bus.newest()
        const gap: Frame = { seq, kind: 'gap', data: { oldest: bus.oldest() } }
        client.send(JSON.stringify([gap]))
        return join(client)
      }
      if (missed.frames.length > 0 && !(await sent(client, `[${missed.frames.join(',')}]`))) return
      at = missed.upTo
    }
  }

  const sent = (client: WebSocket, text: string) =>
    new Promise<boolean>((resolve) => client.send(text, (error) => resolve(!error)))

  async function missedSince(since: number) {
    try {
      return await runInSlices(bus.after(since, batch, JSON.stringify), sliceMs, outside.elapsed)
    } catch (error) {
      needs.onTrouble(error)
      return 'unreadable'
    }
  }

  function join(client: WebSocket) {
    // The client already has the frames gathered so far.
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
     * Accepts an upgrade request to {@link livePath} whose Host and Origin are checked.
     * @param taken.since the last frame that the client has; undefined starts with new frames
     */
    accept(taken: { request: IncomingMessage; socket: Duplex; head: Buffer; since: number | undefined }) {
      const { request, socket, head, since } = taken
      // Node has released the socket, and an error event without a listener ends the process.
      socket.on('error', () => socket.destroy())
      opened ??= open()
      void opened.then((server) => {
        if (isClosed) return void socket.destroy()
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
      })
    },
    close() {
      unsubscribe()
      cancelPing()
      flush()
      cancelGather?.()
      isClosed = true
      for (const client of connected) client.close(...closeReason.closing)
    },
  }
}
export type LiveSocket = ReturnType<typeof createLiveSocket>
