import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { HandshakeKind } from '../../server/wire.ts'

/** The secret of the subscriptions, and of the receivers below. */
export const secret = 'a-secret-of-the-vendor'

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string
}
export interface Got {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** A receiver whose answer follows from the request. */
export async function startAnswering(answer: (got: Got) => Reply) {
  const requests: Got[] = []
  let current = answer
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = {
        method: request.method ?? '',
        url: new URL(request.url ?? '', 'http://127.0.0.1'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(got)
      const { status = 200, headers = {}, body = '' } = current(got)
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return {
    url,
    requests,
    /** Answers otherwise from now on. */
    answers(other: typeof answer) {
      current = other
    },
  }
}

export const hmac = (text: string) => createHmac('sha256', secret).update(text)
export const tokenOf = ({ url }: Got) => url.searchParams.get('validationToken') ?? ''
export const plain = { 'content-type': 'text/plain; charset=utf-8' }
export const zoomToken = ({ body }: Got): string => JSON.parse(body).payload.plainToken
export const zoom = (token: string, digest: string): Reply => ({
  body: JSON.stringify({ plainToken: token, encryptedToken: digest }),
})

/** How a right receiver answers each handshake, as the vendors describe it. */
export const right: Record<HandshakeKind, (got: Got) => Reply> = {
  slack: ({ body }) => ({ headers: plain, body: JSON.parse(body).challenge }),
  zoom: (got) => zoom(zoomToken(got), hmac(zoomToken(got)).digest('hex')),
  cloudevents: ({ headers }) => ({
    headers: {
      'WebHook-Allowed-Origin': `${headers['webhook-request-origin']}`,
      'WebHook-Allowed-Rate': `${headers['webhook-request-rate']}`,
    },
  }),
  graph: (got) => ({ headers: plain, body: tokenOf(got) }),
}
