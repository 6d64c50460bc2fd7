import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createLog } from '../../server/cli/log.ts'
import { startCaptures } from '../capture/world.ts'
import { type ScriptedAnswer, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('the first line of a request does not steer the terminal', async () => {
  const sandbox = await startCaptures()
  const lines: string[] = []
  sandbox.listen(
    createLog({ write: (line) => lines.push(line), colour: false, now: sandbox.now, elapsed: () => 0 }),
  )
  await sandbox.exchange(['BREW\x07 /in/demo/\x1b[2J\x9b2J HTTP/1.1', sandbox.host, '', ''].join('\r\n'))
  expect(lines.map((line) => line.slice(14))).toEqual([
    'capture  BREW␇ /in/demo/␛[2J\ufffd2J unsigned, answered 400',
  ])
})

test('nor does a delivery by its address', async () => {
  const sandbox = await startSandbox()
  const lines: string[] = []
  sandbox.listen(
    createLog({ write: (line) => lines.push(line), colour: false, now: sandbox.now, elapsed: () => 0 }),
  )
  const receiver = await startReceiver([200])
  await sandbox.subscribe(`${receiver.url}/\x1b[2J\x9b2J`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const said = lines.filter((line) => line.includes('card.created'))
  expect(said).toEqual([
    expect.stringContaining(`card.created to ${receiver.url}/␛[2J\ufffd2J`),
    expect.stringContaining(`card.created from ${receiver.url}/␛[2J\ufffd2J in`),
  ])
})

test.each([
  ['?reply=503', 'unsigned, answered 503'],
  ['?reply=reset', 'unsigned, reset'],
])('a request to %s is logged as %s', async (query, said) => {
  const sandbox = await startCaptures()
  const lines: string[] = []
  sandbox.listen(
    createLog({ write: (line) => lines.push(line), colour: false, now: sandbox.now, elapsed: () => 0 }),
  )
  const head = [`POST /in/demo${query} HTTP/1.1`, sandbox.host, 'Content-Length: 0', 'Connection: close']
  await sandbox.exchange([...head, '', ''].join('\r\n')).catch(() => 'reset')
  expect(lines).toEqual([expect.stringContaining(said)])
})

test('how a request that was passed on is answered is logged when it is, once', async () => {
  const sandbox = await startCaptures()
  const receiver = await startReceiver([404])
  await sandbox.post('/sandbox/endpoints', { name: 'demo', forward_to: receiver.url })
  const lines: string[] = []
  sandbox.listen(
    createLog({ write: (line) => lines.push(line), colour: false, now: sandbox.now, elapsed: () => 0 }),
  )
  const { id } = await sandbox.catch({ headers: ['Content-Length: 0'] })
  await sandbox.request('PATCH', `/sandbox/captures/${id}`, { note: 'told again' })
  expect(lines.map((line) => line.slice(14))).toEqual([
    'capture  POST /in/demo unsigned, not answered yet',
    `capture  POST /in/demo answered 404 (forwarded to ${receiver.url}: 404)`,
  ])
})

/** A sandbox with a subscription, and the lines that its log writes of the deliveries. */
async function startLogged(answers: ScriptedAnswer[], delivery: Record<string, unknown> = {}) {
  const sandbox = await startSandbox({ delivery: { jitter: 0, ...delivery } })
  const receiver = await startReceiver(answers)
  const { id } = await sandbox.subscribe(receiver.url)
  const lines: string[] = []
  sandbox.listen(
    createLog({ write: (line) => lines.push(line), colour: false, now: sandbox.now, elapsed: () => 0 }),
  )
  return {
    sandbox,
    receiver,
    id,
    /** Those of deliveries, without their time, how long they took and the address. */
    said: () =>
      lines
        .map((line) => line.slice(14))
        .filter((line) => line.includes('card.created'))
        .map((line) => line.replace(receiver.url, 'URL').replace(/in [\d.]+ m?s/, 'in n ms')),
  }
}

test('an overdue delivery is logged as leaving at once, without a past time', async () => {
  const { sandbox, said } = await startLogged([503, 200], { retry_delays: ['0s'] })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.settle()
  expect(said()).toEqual([
    '-->      card.created to URL',
    '<--      HTTP 503 card.created from URL in n ms; again at once',
    '<--      HTTP 200 card.created from URL in n ms',
  ])
})

test('a delivery that is due on another day is logged with the date', async () => {
  const { sandbox, said } = await startLogged([503], { retry_delays: ['2h'] })
  for (const set of ['2030-01-01T21:00:00Z', '2030-01-02T22:00:00Z']) {
    await sandbox.clock({ mode: 'manual', set })
    await sandbox.trigger('card.created')
    await sandbox.settle()
  }
  const answered = '<--      HTTP 503 card.created from URL in n ms; '
  expect(said().filter((line) => line.startsWith('<--'))).toEqual([
    `${answered}again at 23:00:00.000`,
    `${answered}failed: gave up after 2 attempts`,
    `${answered}again at 2030-01-03 00:00:00.000`,
  ])
})

test('a response is logged once, whatever happens to its delivery later', async () => {
  const { sandbox, said, id } = await startLogged([503])
  await sandbox.clock({ mode: 'manual', set: '2030-01-01T00:00:00Z' })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const answered = '<--      HTTP 503 card.created from URL in n ms; again at'
  await sandbox.call('PATCH', `/webhooks/${id}`, { url: 'http://127.0.0.1:1/elsewhere' })
  await sandbox.call('PATCH', `/webhooks/${id}`, { url: deliveries[0]?.url })
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/attempt-now`)
  await sandbox.settle()
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/cancel`)
  expect(said()).toEqual([
    '-->      card.created to URL',
    `${answered} 00:01:00.000`,
    `${answered} 00:05:00.000`,
    '--x      card.created to URL cancelled: cancelled by hand',
  ])
})

test('a response is logged with the address that sent it, even if the delivery has moved', async () => {
  const answers: (() => void)[] = []
  const late = (response: ServerResponse) => answers.push(() => response.writeHead(503).end())
  const { sandbox, said, id } = await startLogged([late, 200])
  await sandbox.clock({ mode: 'manual', set: '2030-01-01T00:00:00Z' })
  const other = await startReceiver([404, 200])
  await sandbox.trigger('card.created')
  await expect.poll(() => answers.length).toBe(1)
  await sandbox.call('PATCH', `/webhooks/${id}`, { url: other.url })
  answers[0]?.()
  await sandbox.settle()
  await sandbox.clock({ advance: '1m' })
  expect(said().map((line) => line.replace(other.url, 'OTHER'))).toEqual([
    '-->      card.created to URL',
    '<--      HTTP 503 card.created from URL in n ms; again at 00:01:00.000',
    '<--      HTTP 404 card.created from OTHER in n ms; again at 00:06:00.000',
  ])
})
