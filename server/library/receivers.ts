/** Serves receivers that are functions, each on a loopback port of its own. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ReceiverFunction, WebReceiver } from './types.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** A function of two parameters or more is a Node listener; one with fewer takes a `Request`. */
const listenerOf = (to: ReceiverFunction): RequestListener =>
  to.length >= 2
    ? (request, response) => void listen(to as Listener, request, response)
    : (request, response) => void respond(to as WebReceiver, request, response)

/** Lets a Node listener respond. Its errors must not end the process. */
async function listen(to: Listener, request: IncomingMessage, response: ServerResponse) {
  try {
    await to(request, response)
  } catch (error) {
    crash(response, error)
  }
}

/** Responds as the function does. The whole body is read first, so that a test can read the Request later as well. */
async function respond(to: WebReceiver, incoming: IncomingMessage, response: ServerResponse) {
  try {
    const { method = 'GET', url = '/', headers, rawHeaders } = incoming
    const body = await buffer(incoming)
    const pairs = rawHeaders.flatMap((name, at): [string, string][] =>
      at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
    )
    const request = new Request(new URL(url, `http://${headers.host}`), {
      method,
      headers: pairs,
      ...(body.length > 0 && method !== 'GET' && method !== 'HEAD' && { body }),
    })
    const answer = await to(request)
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.setHeaders(answer.headers).writeHead(answer.status).end(bytes)
  } catch (error) {
    crash(response, error)
  }
}

/** The delivery shows the response, and with it the error. */
function crash(response: ServerResponse, error: unknown) {
  if (response.headersSent) response.destroy()
  else response.writeHead(500, { 'content-type': 'text/plain' }).end(stackOf(error))
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** Serves functions. The servers do not keep the process alive. */
export function createReceivers() {
  const closers = new Set<() => void>()
  return {
    /** Serves a function; returns its address. */
    async serve(to: ReceiverFunction): Promise<{ url: string; close(): void }> {
      const server = createServer(listenerOf(to)).unref()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(0, '127.0.0.1', resolve)
      })
      const { port } = server.address() as AddressInfo
      function close() {
        closers.delete(close)
        server.close()
        server.closeAllConnections()
      }
      closers.add(close)
      return { url: `http://127.0.0.1:${port}/`, close }
    },
    close() {
      for (const close of closers) close()
    },
  }
}
