import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { livePath } from '../../server/live/socket.ts'
import type { Frame } from '../../server/wire.ts'

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

type Answers = Record<string, unknown>

/** The commands read the subscriptions to name receivers. */
const usual: Answers = { 'GET /sandbox/subscriptions?limit=500': { subscriptions: [], next: null } }

/**
 * A server with these answers, by method and path, for what a real sandbox does too seldom or too slowly. An answer may be
 * a function of the body. An answer with `error` is a refusal.
 */
export async function startStub(answers: Answers) {
  const frames: Frame[] = []
  const asked: { path: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const path = `${request.method} ${request.url}`
    const text = await textOf(request)
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    asked.push({ path, body })
    const given = answers[path] ?? usual[path]
    const answer: unknown = typeof given === 'function' ? given(body) : given
    const isRefused =
      given === undefined || (typeof answer === 'object' && answer !== null && 'error' in answer)
    response.writeHead(isRefused ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  const sockets = new WebSocketServer({ server, path: livePath })
  sockets.on('connection', (socket) => {
    socket.send(JSON.stringify([{ seq: 1e9, kind: 'hello', data: { seq: 1e9, version: '' } }, ...frames]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  function close() {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests so far. */
    asked,
    /** Is gone at once, as one that is killed. */
    close,
    /** Tells whoever listens, and who comes later. */
    tell(frame: Frame) {
      frames.push(frame)
      for (const socket of sockets.clients) socket.send(JSON.stringify([frame]))
    },
  }
}
