import { expect, test } from 'vitest'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('a request that names the whole address, as to a proxy, is captured like any other', async () => {
  const sandbox = await startSandbox()
  const port = portOf(sandbox.url)
  const head = `POST http://127.0.0.1:${port}/in/demo/a?b=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi`
  expect(await rawExchange(port, head)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await sandbox.newestCapture()).toMatchObject({ path: '/in/demo/a', query: 'b=1', body: 'hi' })
})
