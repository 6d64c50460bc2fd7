import { Agent, request as ask } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Answered } from './judge.ts'
import type { OddRequest } from './odd-requests.ts'

export type Sender = (request: OddRequest) => Promise<Answered>
const prefix = '/api/v0.1'

/** Without a socket: what a web-standard request cannot say is left out. */
export function inMemory(handle: (request: Request) => Promise<Response>): Sender {
  return async ({ method, path, headers, body }) => {
    const sent = method === 'GET' || body === undefined ? {} : { body: body as BodyInit }
    const response = await handle(
      new Request(`http://localhost${prefix}${path}`, { method, headers, ...sent }),
    )
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
}

/** Over a socket, the path as it stands, but for what is beyond ASCII: clients encode that, and a server cannot read it. */
export function bySocket(url: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  onTestFinished(() => agent.destroy())
  const { hostname, port } = new URL(url)
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      // Node tells no length of its own for the body of a DELETE.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const all = { ...headers, ...length }
      const target = (prefix + path).replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
      const sent = ask({ agent, hostname, port, method, path: target, headers: all }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? null,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
}
