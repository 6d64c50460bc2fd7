import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createLog } from '../../server/cli/log.ts'
import { startCaptures } from '../capture/world.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('a request steers no terminal by what stands in its first line', async () => {
  const sandbox = await startCaptures()
  const lines: string[] = []
  sandbox.listen(createLog({ write: (line) => lines.push(line), now: sandbox.now, elapsed: () => 0 }))
  await sandbox.exchange(['BREW\x07 /in/demo/\x1b[2J\x9b2J HTTP/1.1', sandbox.host, '', ''].join('\r\n'))
  expect(lines.map((line) => stripVTControlCharacters(line).slice(14))).toEqual([
    'capture  BREW␇ /in/demo/␛[2J\ufffd2J unsigned, answered 400',
  ])
})

test('nor does a delivery by its address', async () => {
  const sandbox = await startSandbox()
  const lines: string[] = []
  sandbox.listen(createLog({ write: (line) => lines.push(line), now: sandbox.now, elapsed: () => 0 }))
  const receiver = await startReceiver([200])
  await sandbox.subscribe(`${receiver.url}/\x1b[2J\x9b2J`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const said = lines.map(stripVTControlCharacters).filter((line) => line.includes('card.created'))
  expect(said).toEqual([
    expect.stringContaining(`card.created to ${receiver.url}/␛[2J\ufffd2J`),
    expect.stringContaining(`card.created from ${receiver.url}/␛[2J\ufffd2J in`),
  ])
})

test.each([
  ['?reply=503', 'unsigned, answered 503'],
  ['?reply=reset', 'unsigned, not answered'],
])('a request to %s is logged as %s', async (query, said) => {
  const sandbox = await startCaptures()
  const lines: string[] = []
  sandbox.listen(createLog({ write: (line) => lines.push(line), now: sandbox.now, elapsed: () => 0 }))
  const head = [`POST /in/demo${query} HTTP/1.1`, sandbox.host, 'Content-Length: 0', 'Connection: close']
  await sandbox.exchange([...head, '', ''].join('\r\n')).catch(() => 'reset')
  expect(lines.map(stripVTControlCharacters)).toEqual([expect.stringContaining(said)])
})

test('how a request that was passed on is answered is logged when it is, once', async () => {
  const sandbox = await startCaptures()
  const receiver = await startReceiver([404])
  await sandbox.post('/sandbox/endpoints', { name: 'demo', forward_to: receiver.url })
  const lines: string[] = []
  sandbox.listen(createLog({ write: (line) => lines.push(line), now: sandbox.now, elapsed: () => 0 }))
  const { id } = await sandbox.catch({ headers: ['Content-Length: 0'] })
  await sandbox.request('PATCH', `/sandbox/captures/${id}`, { note: 'told again' })
  expect(lines.map((line) => stripVTControlCharacters(line).slice(14))).toEqual([
    'capture  POST /in/demo unsigned, not answered yet',
    `capture  POST /in/demo answered 404 (forwarded to ${receiver.url}: 404)`,
  ])
})

test('a delivery that is due already is told to leave at once, and not at a time that is over', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503, 200])
  await sandbox.subscribe(receiver.url)
  const lines: string[] = []
  sandbox.listen(createLog({ write: (line) => lines.push(line), now: sandbox.now, elapsed: () => 0 }))
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  for (const { id } of deliveries) await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
  await sandbox.settle()
  const said = lines.map(stripVTControlCharacters).filter((line) => line.includes('HTTP 503'))
  expect(said).toEqual([
    expect.stringMatching(/; again at \d\d:\d\d:\d\d\.\d{3}$/),
    expect.stringMatching(/; again at once$/),
  ])
})
