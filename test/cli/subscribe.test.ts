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
    `${made?.id} sends * to ${receiver.url}, signed with this secret`,
    `fire one: webhook-sandbox trigger card.created --subscription ${made?.id} --url ${sandbox.url}`,
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
  expect(again.log[0]).toBe(`${made?.id} sends * to http://127.0.0.1:9/ already, signed with this secret`)
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
  const { webhook_subscription } = JSON.parse(out[0] ?? '')
  expect(webhook_subscription).toMatchObject({ events: ['card*', 'kcy*'], status: 'STATUS_ENABLED' })
  expect(log[0]).toBe('no known event matches: kcy* (did you mean kyc*?)')
  expect(await subscriptionsOf(sandbox)).toMatchObject([{ id: webhook_subscription.id, identity: 'shop' }])
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
  [
    'localhost:3000/hook',
    [],
    'localhost:3000/hook is no address to send to. Write it as http://localhost:3000/hook',
  ],
  ['3000', [], '3000 is no address to send to. Write it as http://127.0.0.1:3000'],
  [':3000/hook', [], ':3000/hook is no address to send to. Write it as http://127.0.0.1:3000/hook'],
  [
    'ftp://x/',
    [],
    'Invalid Field(s): url must be an absolute http or https URL. webhook-sandbox errors input_error --url URL says what to do.',
  ],
  [
    'http://x/',
    ['--identity', 'nobody'],
    'Authorization and Identity are no known pair: nobody. webhook-sandbox errors auth_err --url URL says what to do.',
  ],
])('subscribe %s %j is refused with what to do', async (url, flags, told) => {
  const sandbox = await startSandbox({ auth: { keys: [{ authorization: 'key', identity: 'shop' }] } })
  const { code, out, log } = await runHere(['subscribe', url, ...flags, '--url', sandbox.url])
  expect([code, out, log]).toEqual([1, [], [told.replace('URL says', `${sandbox.url} says`)]])
  expect(await subscriptionsOf(sandbox)).toEqual([])
})

test("subscribe says in the platform's own words what it refuses beside its dictionary, such as where nothing can be written", async () => {
  const platform = { authorization: 'demo', identity: 'demo' }
  const message = 'The database was deleted. Put it back, or start the sandbox again.'
  const sandbox = await startReceiver([
    (response) => void response.end(JSON.stringify({ platform })),
    (response) => void response.writeHead(503).end(JSON.stringify({ message })),
  ])
  const { code, out, log } = await runHere([
    'subscribe',
    'http://127.0.0.1:9/',
    '--url',
    new URL(sandbox.url).origin,
  ])
  expect([code, out, log]).toEqual([1, [], [message]])
})
