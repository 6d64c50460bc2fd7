import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Outside, realOutside } from '../../../server/outside.ts'
import type { Capture } from '../../../server/wire.ts'
import { startCaptures } from '../world.ts'

export interface Received {
  method: string
  url: string
  headers: [string, string][]
  body: Buffer
}

/** A receiver that keeps what it gets, and answers as it is told; closed when the test ends. */
export async function startTarget(
  answer: (response: ServerResponse, received: Received) => void = (r) => r.end('ok'),
) {
  const requests: Received[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request
      const headers = Array.from({ length: rawHeaders.length / 2 }, (_, i): [string, string] => [
        rawHeaders[2 * i] ?? '',
        rawHeaders[2 * i + 1] ?? '',
      ])
      const received = { method, url, headers, body: Buffer.concat(chunks) }
      requests.push(received)
      answer(response, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, requests, close }
}

/** A bare sandbox whose endpoint `tap` passes on to these addresses. */
export async function startTap(
  forward_to: string | string[],
  config: Record<string, unknown> = {},
  outside: Outside = realOutside(),
) {
  const sandbox = await startCaptures(config, outside)
  await sandbox.post('/sandbox/endpoints', { name: 'tap', forward_to })
  return {
    ...sandbox,
    /** The newest capture, once so many of its forwards are written down. */
    async withExchanges(count: number): Promise<Capture> {
      for (;;) {
        let stop = () => {}
        const told = new Promise<void>((resolve) => {
          stop = sandbox.listen((news) => {
            if (news.some(({ kind }) => kind === 'capture')) resolve()
          })
        })
        try {
          const capture = await sandbox.newestCapture()
          if (capture.exchanges.length >= count) return capture
          await told
        } finally {
          stop()
        }
      }
    },
  }
}
