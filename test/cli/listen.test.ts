import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Frame } from '../../server/wire.ts'
import { addressName } from '../../server/words/receiver.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startProgram } from '../helpers/program.ts'
import { portOf } from '../helpers/raw.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startCable } from './follow.ts'
import { runAt, runHere, startHere } from './here.ts'
import { lines, start } from './run.ts'
import { startStub } from './stub.ts'

/** `listen` where there is no terminal; ready once it says so. */
async function listening(url: string, ...args: string[]) {
  const listener = startHere(['listen', '--url', url, ...args])
  await listener.until(() => listener.log.some((line) => line.startsWith('Listening to')))
  return { ...listener, printed: (count: number) => listener.until(() => listener.out.length >= count) }
}
const time = String.raw`\d\d:\d\d:\d\d`

test('listen says each event, capture and answer on a line of its own, in order and without colours', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'orders' })
  const { secret } = await sandbox.subscribe(`${sandbox.url}/in/orders`)
  const listener = start(['listen', '--url', sandbox.url])
  await listener.until(() => listener.stderr().includes('\n'))
  expect(listener.stderr()).toBe(`Listening to ${sandbox.url} (secret ${secret}). Stop with Ctrl-C.\n`)
  const { events } = await sandbox.trigger('card.created')
  await listener.until(() => lines(listener.stdout()).length === 3)
  const id = events[0]?.id
  expect(listener.stdout()).toMatch(
    new RegExp(
      [
        `^${time} --> card\\.created ${events[0]?.summary} ${id}\n`,
        `${time} ==> /in/orders ${events[0]?.summary} verified\n`,
        `${time} <-- \\[200\\] from /in/orders [\\d.]+ m?s ${id}\n$`,
      ].join(''),
    ),
  )
  listener.process.kill('SIGINT')
  expect(await listener.ended).toBe(0)
})

test('listen says how a request that was passed on is answered', async () => {
  const sandbox = await startSandbox()
  // Answered only once the line before is printed: whoever listens later is told both in one.
  let answer = () => {}
  const isHeard = new Promise<void>((resolve) => {
    answer = resolve
  })
  const receiver = await startReceiver([(answered) => void isHeard.then(() => answered.writeHead(404).end())])
  await sandbox.post('/sandbox/endpoints', { name: 'orders', forward_to: receiver.url })
  const listener = await listening(sandbox.url)
  const sent = sandbox.request('POST', '/in/orders', '{}')
  await listener.printed(1)
  answer()
  await sent
  await listener.printed(2)
  expect(listener.out).toEqual([
    expect.stringMatching(`^${time} ==> /in/orders unsigned not answered yet$`),
    `         <== [404] /in/orders (forwarded to ${receiver.url}: 404)`,
  ])
  expect(await listener.signal()).toBe(0)
  expect(await listener.ended).toBe(0)
})

test('after a reset, which reuses ids, listen confuses nothing with earlier records', async () => {
  const sandbox = await startSandbox()
  const { url } = await startReceiver([410])
  const listener = await listening(sandbox.url)
  const told: string[][] = []
  for (const round of [1, 2]) {
    const { id } = await sandbox.subscribe(url)
    await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: [] })
    await sandbox.trigger('card.created')
    await listener.printed(3 * round)
    told.push(listener.out.slice(-3).map((line) => line.replace(/^[\d:]{8} |[\d.]+ m?s /g, '')))
    await sandbox.post('/sandbox/reset')
  }
  expect(told[0]?.at(-1)).toContain('failed')
  expect(told[1]).toEqual(told[0])
})

test('listen says which secret counts from now on', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/hook`)
  const listener = await listening(sandbox.url)
  const { subscription } = await sandbox.post<{ subscription: { secret: string } }>(
    `/sandbox/subscriptions/${id}/rotate-secret`,
  )
  await listener.until(() => listener.log.length >= 2)
  expect(listener.log.at(-1)).toBe(`From now on: secret ${subscription.secret}`)
  expect(await listener.signal()).toBe(0)
  expect(await listener.ended).toBe(0)
})

test('listen takes the secret from the news and asks again only after missing some', async () => {
  const path = 'GET /sandbox/subscriptions?limit=500'
  const answer = (secret: string) => ({ subscriptions: [{ id: 'one', secret }], next: null })
  let secret = 'whsec_a'
  const nothing = { deliveries: [], events: [], captures: [], next: null }
  const stub = await startStub({
    'GET /sandbox/health': { seq: 0, platform: {} },
    [path]: () => answer(secret),
    'GET /sandbox/events?limit=500': nothing,
    'GET /sandbox/deliveries?limit=500': nothing,
    'GET /sandbox/captures?limit=500': nothing,
  })
  const asked = () => stub.asked.filter((one) => one.path === path).length
  const told = (seq: number, data: { id: string; secret: string } | { id: string; deleted: true }) =>
    stub.tell({ seq, kind: 'subscription', data } as Frame)
  const listener = await listening(stub.url)
  for (let seq = 1; seq <= 20; seq++) told(seq, { id: 'one', secret: 'whsec_a' })
  told(21, { id: 'two', secret: 'whsec_b' })
  told(22, { id: 'one', deleted: true })
  told(23, { id: 'two', deleted: true })
  await listener.until(() => listener.log.length >= 4)
  expect([asked(), ...listener.log.slice(1)]).toEqual([
    1,
    'From now on: 2 subscriptions, each with its own secret',
    'From now on: secret whsec_b',
    'From now on: no subscriptions yet',
  ])
  secret = 'whsec_c'
  stub.tell({ seq: 30, kind: 'gap', data: {} } as Frame)
  await listener.until(() => listener.log.length >= 5)
  expect([asked(), listener.log.at(-1)]).toEqual([2, 'From now on: secret whsec_c'])
  expect(await listener.signal()).toBe(0)
})

test('retries, failures, resends and wrong acceptances are printed', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503, 500, 200])
  const subscription = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, { retry_delays: ['1m'] })
  await sandbox.clock({ mode: 'manual' })
  const listener = await listening(sandbox.url)
  const { events, deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const [id, event] = [deliveries[0]?.id, events[0]?.id]
  await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
  await sandbox.settle()
  await runAt(sandbox, 'resend', `${id}`, '--fault', 'unsigned')
  await listener.printed(8)
  const said = listener.out.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '').replace(/[\d.]+ m?s/, 'n ms'))
  expect(said).toEqual([
    `--> card.created ${events[0]?.summary} ${event}`,
    `<-- [503] from ${addressName(receiver.url)} n ms ${event}`,
    expect.stringMatching(new RegExp(`^ +again at (?:[\\d-]{10} )?${time} ${id}, attempt 2 of 2$`)),
    `<-- [500] from ${addressName(receiver.url)} n ms ${event}`,
    expect.stringMatching(new RegExp(`^ +failed ${id} \\(`)),
    expect.stringMatching(
      new RegExp(`^--> card\\.created ${events[0]?.summary} ${event} again as dlv_\\w+$`),
    ),
    `<-- [200] from ${addressName(receiver.url)} n ms ${event} fault unsigned`,
    expect.stringMatching(/^ +wrongly accepted dlv_\w+/),
  ])
})

test('a receiver that is not there is said in words', async () => {
  const sandbox = await startSandbox()
  const nobody = 'http://127.0.0.1:1/hook'
  await sandbox.subscribe(nobody)
  const listener = await listening(sandbox.url)
  const { events } = await sandbox.trigger('card.created')
  await listener.printed(2)
  expect(listener.out[1]).toMatch(
    new RegExp(
      `^${time} <-- \\[connection refused\\] from ${addressName(nobody)} [\\d.]+ m?s ${events[0]?.id} \\(connection refused: .+\\)$`,
    ),
  )
})

test('listen --json prints each frame as the live socket tells it', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const listener = await listening(sandbox.url, '--json')
  const { deliveries } = await sandbox.trigger('card.created')
  await listener.until(() => listener.out.join().includes('"succeeded"'))
  const frames = listener.out.map((line) => JSON.parse(line) as Frame)
  expect(frames.map(({ kind }) => kind)).toEqual([
    'event',
    'delivery',
    'attempt',
    'delivery',
    'attempt',
    'delivery',
  ])
  expect(frames.map(({ seq }) => seq)).toEqual(frames.map(({ seq }) => seq).toSorted((a, b) => a - b))
  const last = frames.at(-1)
  expect(last?.data).toEqual((await sandbox.deliveries())[0])
  expect(frames[1]?.data).toMatchObject({ id: deliveries[0]?.id, state: 'pending' })
})

test('over a restart of the sandbox it goes on, and says what happened meanwhile', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const receiver = await startReceiver()
  const first = await startSandbox({ data })
  await first.subscribe(receiver.url)
  const cable = await startCable(portOf(first.url))
  const listener = await listening(cable.url)
  await first.trigger('card.created')
  await listener.printed(2)
  cable.leadTo(null)
  await first.close()
  await listener.until(() => listener.log.join().includes(`Lost the sandbox at ${cable.url}: `))
  // On another port, where nobody listens to it.
  const meanwhile = await startSandbox({ data })
  await meanwhile.trigger('card.status.active')
  await meanwhile.settle()
  await meanwhile.close()
  const second = await startSandbox({ data })
  cable.leadTo(portOf(second.url))
  await listener.printed(4)
  await second.trigger('customer.updated')
  await listener.printed(6)
  expect(listener.log).toContain(`The sandbox at ${cable.url} is back.`)
  const said = listener.out.map((line) => line.split(' ').slice(1, 3).join(' '))
  expect(said).toEqual([
    '--> card.created',
    '<-- [200]',
    '--> card.status.active',
    '<-- [200]',
    '--> customer.updated',
    '<-- [200]',
  ])
})

test('an attempt under way at a shutdown is printed once, after its end', async () => {
  const cwd = ownFolder()
  const receiver = await startReceiver([() => {}, 200])
  const first = await startProgram(['--port', '0', '--bare'], { cwd })
  await fetch(`${first.url}/api/v0.1/webhooks`, {
    method: 'POST',
    headers: { authorization: 'demo', identity: 'demo', 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['*'] }),
  })
  const cable = await startCable(portOf(first.url))
  const listener = await listening(cable.url)
  await fetch(`${first.url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  })
  await listener.printed(1)
  // Written down as begun it may not have left yet, and the receiver would hold the next one back.
  await expect.poll(() => receiver.requests.length).toBe(1)
  cable.leadTo(null)
  first.process.kill('SIGKILL')
  await first.ended
  cable.leadTo(portOf((await startSandbox({ data: join(cwd, '.sandbox/sandbox.db') })).url))
  await listener.until(() => listener.out.join().includes('[200]'))
  expect(listener.out.filter((line) => line.includes('[200]'))).toHaveLength(1)
  expect(listener.out.filter((line) => line.includes('-->'))).toHaveLength(1)
})

test('a restart does not print earlier lines again', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const receiver = await startReceiver([503, 200])
  const first = await startSandbox({ data })
  await first.subscribe(receiver.url)
  const cable = await startCable(portOf(first.url))
  const listener = await listening(cable.url)
  const following = startHere(['deliveries', '--follow', '--json', '--url', cable.url])
  // What comes once it has listed what there was, which is nothing, comes by its live socket.
  await following.until(() => following.log.length > 0)
  const { events } = await first.trigger('card.created')
  await listener.printed(3)
  await following.until(() => following.out.join().includes('"retrying"'))
  cable.leadTo(null)
  await first.close()
  const meanwhile = await startSandbox({ data })
  await meanwhile.trigger('customer.updated')
  await meanwhile.settle()
  await meanwhile.close()
  cable.leadTo(portOf((await startSandbox({ data })).url))
  await listener.until(() => listener.out.join().includes('[200]'))
  expect(listener.out.filter((line) => line.includes(`${events[0]?.id}`))).toHaveLength(2)
  await following.until(() => following.out.join().includes('"succeeded"'))
  expect(following.out.length).toBe(new Set(following.out).size)
})

test('without a sandbox it says how to start one', async () => {
  const nobody = await runHere(['listen', '--url', 'http://127.0.0.1:1'])
  expect(nobody.code).toBe(1)
  expect(nobody.log.join()).toContain('No sandbox responds at http://127.0.0.1:1')
})
