/** Lines of a response that are not read to the end. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../server/cli/client.ts'

test('a command that stops reading closes the response, which would keep its process alive', async () => {
  let isClosed = false
  const server = createServer(({ url }, response) => {
    if (url !== '/lines') return void response.end('{"platform":{}}')
    const sending = setInterval(() => response.write('line\n'.repeat(100)), 10)
    response.on('close', () => {
      isClosed = true
      clearInterval(sending)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({ url }, { environment: {}, calledAs: 'webhook-sandbox' })
  for await (const line of client.lines('/lines')) {
    expect(line).toBe('line')
    break
  }
  await expect.poll(() => isClosed).toBe(true)
})
