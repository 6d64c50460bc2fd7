import { expect, test } from 'vitest'
import { refusalIn, startCaptures, statusOf } from './world.ts'

test('CONNECT to an endpoint is refused with the reason and recorded, with what came behind its head', async () => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(
    `CONNECT /in/demo?x=1 HTTP/1.1\r\n${sandbox.host}\r\nX-a: 1\r\n\r\nhello`,
  )
  const { message } = refusalIn(answer)
  expect([statusOf(answer), message]).toEqual([400, expect.stringContaining('tunnel')])
  expect(await sandbox.newestCapture()).toMatchObject({
    method: 'CONNECT',
    target: '/in/demo?x=1',
    headers: [sandbox.host.split(': '), ['X-a', '1']],
    body: 'hello',
    body_cut: true,
    reply: { status: 400, refused: { code: 'request_malformed', message } },
  })
})

test('a connection to elsewhere (CONNECT) is refused', async () => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(`CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`)
  expect([statusOf(answer), refusalIn(answer).code]).toEqual([400, 'request_malformed'])
})
