import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}
/** A status, a status with headers, or whatever the test does with the response. */
export type ScriptedAnswer =
  | number
  | { status: number; headers: Record<string, string> }
  | ((response: ServerResponse) => void)

/** An address of loopback on which only receivers that close before their test ends listen, so that no other test takes their port. */
export const quietHost = '127.0.0.9'

/** A receiver of the test's own. It answers by the script, the last answer for ever; closed when the test ends. */
export async function startReceiver(script: ScriptedAnswer[] = [200], port = 0, host = '127.0.0.1') {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request
      requests.push({ method, url, headers, rawHeaders, body: Buffer.concat(chunks) })
      const answer = script[Math.min(requests.length, script.length) - 1] ?? 200
      if (typeof answer === 'function') return answer(response)
      const { status, headers: own } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
      response.writeHead(status, own).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  const { port: bound } = server.address() as AddressInfo
  return { url: `http://${host}:${bound}/hook`, port: bound, requests, close }
}
