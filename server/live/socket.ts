import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Outside } from '../outside.ts'
import type { Frame } from '../wire.ts'
import type { Bus } from './bus.ts'

export const livePath = '/sandbox/live'

/** A client that reads slower than this much lags behind is cut loose; it may come back with `since`. */
const backlogBytes = 8_000_000
/** Frames are gathered for this long, so that a burst is few messages. Real time, ms. */
const gatherMs = 15
/** A client that does not answer a ping until the next one is gone. */
const pingMs = 15_000
/** Frames in one message at most, when a client that came back is brought up to date. */
const batch = 500

const closeReason = {
  tooSlow: [1013, 'too slow; come back with since'],
  closing: [1001, 'the sandbox is closing'],
} as const

/** `/sandbox/live`: numbered frames, resumable, slow clients cut loose. */
export function createLiveSocket({ bus, outside, version }: { bus: Bus; outside: Outside; version: string }) {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1024 })
  let pending: string[] = []
  let cancelGather: (() => void) | undefined
  let cancelPing = () => {}
  const alive = new WeakSet<WebSocket>()

  const unsubscribe = bus.subscribe((frames) => {
    if (server.clients.size === 0) return
    for (const frame of frames) pending.push(JSON.stringify(frame))
    cancelGather ??= outside.after(gatherMs, flush)
  })

  function flush() {
    cancelGather?.()
    cancelGather = undefined
    const texts = pending
    pending = []
    if (texts.length > 0) for (const client of server.clients) send(client, texts)
  }

  function send(client: WebSocket, texts: readonly string[]) {
    if (client.readyState !== client.OPEN) return
    if (client.bufferedAmount > backlogBytes) {
      client.close(...closeReason.tooSlow)
      // A close frame waits behind the backlog that nobody reads.
      client.terminate()
      return
    }
    client.send(`[${texts.join(',')}]`)
  }

  function welcome(client: WebSocket, since: number | undefined) {
    // What is gathered belongs to those who were here before.
    flush()
    server.clients.add(client)
    const seq = bus.newest()
    const hello: Frame = { seq, kind: 'hello', data: { seq, version } }
    const missed = since === undefined ? [] : bus.after(since)
    const gap: Frame = { seq, kind: 'gap', data: { oldest: bus.oldest() } }
    const texts = missed === 'gap' ? [JSON.stringify(gap)] : missed
    send(client, [JSON.stringify(hello)])
    for (let at = 0; at < texts.length; at += batch) send(client, texts.slice(at, at + batch))
  }

  function ping() {
    for (const client of server.clients) {
      if (!alive.has(client)) client.terminate()
      alive.delete(client)
      client.ping()
    }
    cancelPing = outside.after(pingMs, ping)
  }
  cancelPing = outside.after(pingMs, ping)

  return {
    /** Takes over an upgrade request to {@link livePath} whose Host and Origin are checked. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      server.handleUpgrade(request, socket, head, (client) => {
        alive.add(client)
        client.on('pong', () => alive.add(client))
        client.on('error', () => client.terminate())
        client.on('close', () => server.clients.delete(client))
        const since = new URL(request.url ?? '', 'http://sandbox').searchParams.get('since')
        welcome(client, since !== null && /^\d{1,15}$/.test(since) ? Number(since) : undefined)
      })
    },
    close() {
      unsubscribe()
      cancelPing()
      flush()
      for (const client of server.clients) client.close(...closeReason.closing)
      server.close()
    },
  }
}
export type LiveSocket = ReturnType<typeof createLiveSocket>
