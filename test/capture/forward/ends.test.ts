import { copyFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { passingSql } from '../../../server/capture/store.ts'
import { openDatabase } from '../../../server/database/open.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { startTap, startTarget } from './world.ts'

/** Never answers. */
const silent = () => startTarget(() => {})

test('the end of the sandbox cuts what is under way and writes it down', async () => {
  const target = await silent()
  const data = `${ownFolder()}/s.db`
  const tap = await startTap(target.origin, { data })
  const sent = fetch(`${tap.url}/in/tap`, { method: 'POST', body: 'x' }).catch(() => 'cut')
  while (target.requests.length === 0) await tap.get('/sandbox/health')
  await tap.close()
  await sent
  expect(tap.troubles).toEqual([])
  const again = await startSandbox({ data })
  const { reply, exchanges } = await again.newestCapture()
  expect(exchanges[0]?.outcome).toMatchObject({ kind: 'interrupted' })
  expect(reply).toMatchObject({ kind: 'forward_failed', outcome: { kind: 'interrupted' } })
})

test('a reset cuts what is under way: nobody is answered, and nothing of it is written', async () => {
  const target = await silent()
  const tap = await startTap([target.origin, target.origin])
  const socket = connect(tap.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const bytes: Buffer[] = []
  socket.on('data', (chunk) => bytes.push(chunk))
  const ended = new Promise((resolve) => socket.on('close', resolve))
  socket.write(`POST /in/tap HTTP/1.1\r\n${tap.host}\r\nContent-Length: 1\r\n\r\nx`)
  while (target.requests.length < 2) await tap.get('/sandbox/health')
  await tap.post('/sandbox/reset')
  await ended
  expect(Buffer.concat(bytes).toString()).toBe('')
  expect(await tap.captures()).toEqual([])
  expect(tap.troubles).toEqual([])
  // What comes next begins at the first numbers.
  await tap.post('/sandbox/endpoints', { name: 'tap', forward_to: (await startTarget()).origin })
  const { id, exchanges } = await tap.catch({ path: '/in/tap', headers: ['Content-Length: 0'] })
  expect([id.slice(4, 12), exchanges[0]?.id.slice(4, 12)]).toEqual(['00000001', '00000001'])
})

test('a start marks what a kill cut in the middle of a forward', async () => {
  const target = await silent()
  const data = `${ownFolder()}/s.db`
  const tap = await startTap(target.origin, { data })
  void fetch(`${tap.url}/in/tap`, { method: 'POST', body: 'x' }).catch(() => 'cut')
  while (target.requests.length === 0) await tap.get('/sandbox/health')
  expect((await tap.newestCapture()).reply).toMatchObject({ kind: 'forwarding', to: target.origin })
  // What a kill leaves on the disk.
  const killed = `${ownFolder()}/s.db`
  for (const end of ['', '-wal']) copyFileSync(data + end, killed + end)
  const again = await startSandbox({ data: killed })
  expect((await again.newestCapture()).reply).toMatchObject({
    status: 0,
    kind: 'cut',
    to: target.origin,
  })
})

test('a start finds what was being passed on by its index', () => {
  const database = openDatabase(':memory:')
  const plan = database
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${passingSql('id')}`)
    .all()
    .map(({ detail }) => detail)
  database.close()
  expect(plan).toEqual([expect.stringContaining('INDEX captures_forwarding')])
})
