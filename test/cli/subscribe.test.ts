import { expect, test } from 'vitest'
import type { Subscription } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

const subscriptionsOf = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions

test('subscribe prints the secret alone on stdout, and what it fires comes to the receiver', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  const at = ['--url', sandbox.url]
  const { code, out, log } = await runHere(['subscribe', receiver.url, ...at])
  const [made] = await subscriptionsOf(sandbox)
  expect([code, out]).toEqual([0, [made?.secret]])
  expect(made).toMatchObject({ url: receiver.url, events: ['*'], identity: 'demo' })
  expect(log).toEqual([
    `Subscribed ${receiver.url} to *: ${made?.id}. Set WEBHOOK_SECRET of your receiver to this secret.`,
    `Send an event: webhook-sandbox trigger card.created --subscription ${made?.id} --url ${sandbox.url}`,
  ])
  await runHere(['trigger', 'card.created', '--subscription', `${made?.id}`, ...at])
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(1)
})

test('subscribe again prints the same secret and makes no second subscription, unless it is another or was disabled', async () => {
  const sandbox = await startSandbox()
  const go = (...flags: string[]) =>
    runHere(['subscribe', 'http://127.0.0.1:9/', ...flags, '--url', sandbox.url])
  const first = await go()
  const again = await go()
  const [made] = await subscriptionsOf(sandbox)
  expect([again.code, again.out]).toEqual([0, first.out])
  expect(await subscriptionsOf(sandbox)).toHaveLength(1)
  for (const flags of [
    ['--event', 'card*'],
    ['--identity', 'shop'],
  ]) {
    const other = await go(...flags)
    expect(other.out).not.toEqual(first.out)
    expect((await go(...flags)).out).toEqual(other.out)
  }
  expect(await subscriptionsOf(sandbox)).toHaveLength(3)
  await sandbox.call('PATCH', `/webhooks/${made?.id}`, { status: 'STATUS_DISABLED' })
  expect((await go()).out).not.toEqual(first.out)
})

test('subscribe takes several events and an identity, warns of an event that there is not, and prints JSON', async () => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runHere([
    ...['subscribe', 'http://127.0.0.1:9/', '--event', 'card*', '--event', 'kcy*'],
    ...['--identity', 'shop', '--json', '--url', sandbox.url],
  ])
  expect(code).toBe(0)
  const { subscription } = JSON.parse(out[0] ?? '')
  expect(out).toHaveLength(1)
  expect(subscription).toMatchObject({ events: ['card*', 'kcy*'], identity: 'shop', status: 'enabled' })
  expect(log[0]).toBe('no known event matches: kcy* (did you mean kyc*?)')
  expect(await subscriptionsOf(sandbox)).toEqual([subscription])
})

test('subscribe says at once of a public address that nothing will be sent there', async () => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runHere(['subscribe', 'http://8.8.8.8/', '--url', sandbox.url])
  expect([code, out.length]).toEqual([0, 1])
  expect(log[0]).toBe(
    'nothing will be sent: 8.8.8.8 is a public address. Allow it with delivery.allow_public',
  )
})

test.each([
  ['ftp://x/', [], 'url: must be an absolute http or https URL. Correct the fields named.'],
  [
    'http://x/',
    ['--identity', 'nobody'],
    'identity: no key of auth.keys has the identity nobody. Use one of: shop.',
  ],
])('subscribe %s %j is refused with what to do', async (url, flags, told) => {
  const sandbox = await startSandbox({ auth: { keys: [{ authorization: 'key', identity: 'shop' }] } })
  const { code, out, log } = await runHere(['subscribe', url, ...flags, '--url', sandbox.url])
  expect([code, out, log]).toEqual([1, [], [told]])
  expect(await subscriptionsOf(sandbox)).toEqual([])
})

test.each([
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['3000', 'http://localhost:3000'],
  [':3000/hook', 'http://localhost:3000/hook'],
])('subscribe %s subscribes %s', async (typed, url) => {
  const sandbox = await startSandbox()
  const { code } = await runHere(['subscribe', typed, '--url', sandbox.url])
  expect([code, await subscriptionsOf(sandbox)]).toMatchObject([0, [{ url }]])
})

test.each(['0', ':0/hook', 'http://localhost:0/hook', '99999', ':99999/hook'])(
  'subscribe %s, a port that cannot be, is refused with what to write',
  async (typed) => {
    const sandbox = await startSandbox()
    const { code, out, log } = await runHere(['subscribe', typed, '--url', sandbox.url])
    const told = `${typed} is not an address to send to. Write a port from 1 to 65535, such as 3000`
    expect([code, out, log]).toEqual([1, [], [told]])
    expect(await subscriptionsOf(sandbox)).toEqual([])
  },
)

test('subscribe sets all that a subscription can be set to, and a second run changes what it names', async () => {
  const sandbox = await startSandbox()
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
  const go = (...flags: string[]) =>
    runHere(['subscribe', 'http://127.0.0.1:9/', ...flags, '--url', sandbox.url])
  const { code, out } = await go(
    ...['--scheme', 'adyen', '--secret', secret, '--fault', 'duplicate(2)', '--ordered'],
    ...['--timeout', '2s', '--retry-delays', '1m,5m', '--concurrency', '3'],
  )
  expect([code, out]).toEqual([0, [secret]])
  const [made] = await subscriptionsOf(sandbox)
  expect(made).toMatchObject({
    ...{ scheme: 'adyen', secret, fault: 'duplicate(2)', ordered: true },
    ...{ timeout_ms: 2000, retry_delays: ['1m', '5m'], concurrency: 3 },
  })
  await go('--timeout', '3s')
  expect(await subscriptionsOf(sandbox)).toMatchObject([{ id: made?.id, secret, timeout_ms: 3000 }])
})

test('no platform call shows that a command subscribed a receiver', async () => {
  const sandbox = await startSandbox()
  await runHere(['subscribe', 'http://127.0.0.1:9/', '--url', sandbox.url])
  const [made] = await subscriptionsOf(sandbox)
  const at = ['--url', sandbox.url]
  await runHere(['subscription', 'set', `${made?.id}`, '--event', 'card*', ...at])
  await runHere(['unsubscribe', `${made?.id}`, ...at])
  expect(await subscriptionsOf(sandbox)).toEqual([])
  expect((await sandbox.get<{ calls: unknown[] }>('/sandbox/calls')).calls).toEqual([])
})
