import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { rawExchange } from '../helpers/raw.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { makeOlder } from './older.ts'

test('an older file learns by which version captures were sent again, and that no trailers went along', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data })
  const port = Number(new URL(first.url).port)
  const sent = [
    'POST /in/demo HTTP/1.0\r\nContent-Length: 0\r\n\r\n',
    `POST /in/demo HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-T: 1\r\n\r\n`,
  ]
  const ids: string[] = []
  for (const bytes of sent) {
    await rawExchange(port, bytes)
    const { id } = await first.newestCapture()
    ids.push(id)
    await first.post(`/sandbox/captures/${id}/replay`, {})
  }
  await first.close()

  const old = new BetterSqlite3(data)
  makeOlder(old, 8)
  old.close()

  const second = await startSandbox({ data })
  const exchanges = await Promise.all(ids.map(async (id) => (await second.capture(id)).exchanges))
  expect(exchanges).toMatchObject([
    [{ request: { http_version: '1.0', trailers: [] }, changes: [] }],
    [
      {
        request: { http_version: '1.1', trailers: [] },
        changes: [{ code: 'trailers_left_out', names: ['X-T'] }],
      },
    ],
  ])
})
