import { expect, test } from 'vitest'
import type { Subscription } from '../../server/wire.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

test('subscriptions prints those of all identities with how each is delivered', async () => {
  const sandbox = await startSandbox()
  const at = ['subscriptions', '--url', sandbox.url]
  expect(await runHere(at)).toMatchObject({
    code: 0,
    out: [],
    log: [
      'There are no subscriptions.',
      `Subscribe a receiver: webhook-sandbox subscribe URL --url ${sandbox.url}`,
    ],
  })

  const first = await sandbox.subscribe('http://127.0.0.1:3000/a', { events: ['card*', 'kyc*'] })
  const second = await sandbox.subscribe('http://127.0.0.1:3000/b')
  await sandbox.request('PATCH', `/sandbox/subscriptions/${first.id}`, {
    scheme: 'stripe',
    fault: 'duplicate(2)',
    ordered: true,
    concurrency: 3,
  })
  await sandbox.call('PATCH', `/webhooks/${second.id}`, { status: 'STATUS_DISABLED' })
  const { code, out, log } = await runHere(at)
  expect([code, log]).toEqual([0, []])
  expect(out).toEqual([
    `${first.id} http://127.0.0.1:3000/a card*, kyc* by stripe with secret …${first.secret.slice(-4)} of demo; enabled, fault duplicate(2), in order, one at a time`,
    `${second.id} http://127.0.0.1:3000/b * by standard-webhooks with secret …${second.secret.slice(-4)} of demo; disabled`,
  ])
  const json = await runHere([...at, '--json'])
  expect(json.out.map((line) => JSON.parse(line))).toMatchObject([
    { id: first.id, secret: first.secret, scheme: 'stripe', status: 'enabled' },
    { id: second.id, secret: second.secret, status: 'disabled' },
  ])
})

test('subscriptions names each receiver as the deliveries do, unless its address shows the name', async () => {
  const sandbox = await startSandbox()
  const own = await sandbox.subscribe('http://127.0.0.1:9/a')
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/b')
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { description: 'Billing' })
  await sandbox.trigger('card.created', { subscription_id: id })
  const { out } = await runHere(['subscriptions', '--url', sandbox.url])
  expect(out).toEqual([
    expect.stringMatching(`^${own.id} http://127.0.0.1:9/a `),
    expect.stringMatching(`^${id} Billing: http://127.0.0.1:9/b `),
  ])
  const deliveries = await runHere(['deliveries', '--url', sandbox.url])
  expect(deliveries.out[0]).toContain('--> Billing  ')
})

const oneOf = async (sandbox: TestSandbox, id: string) =>
  (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions.find(
    (one) => one.id === id,
  )

test('an old secret is shown as expired once its overlap is over on the sandbox’s clock', async () => {
  const sandbox = await startSandbox()
  const at = ['--url', sandbox.url]
  const { id, secret } = await sandbox.subscribe('http://127.0.0.1:9/a')
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T09:00:00Z' })
  const until = '2026-01-01T09:10:00.000000Z'
  const rotated = await runHere(['rotate', id, '--overlap', '10m', ...at])
  expect(rotated.out.slice(1)).toEqual([`  ${secret} signs until ${until}`])
  const old = async () => (await runHere(['subscription', 'show', id, ...at])).out.slice(3)
  expect(await old()).toEqual([`  ${secret} signs until ${until}`])
  await sandbox.clock({ advance: '10m' })
  expect(await old()).toEqual([`  ${secret} signed until ${until}`])
  const again = await runHere(['rotate', id, '--overlap', '0', ...at])
  expect(again.out.slice(1)).toEqual([
    `  ${rotated.out[0]} signed until ${until}`,
    `  ${secret} signed until ${until}`,
  ])
})

test('subscription set changes what is named, and prints all settings', async () => {
  const sandbox = await startSandbox()
  const at = ['--url', sandbox.url]
  await runHere(['subscribe', 'http://127.0.0.1:9/a', '--identity', 'shop', '--event', 'card*', ...at])
  const [{ id, secret } = { id: '', secret: '' }] = (
    await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  ).subscriptions
  const set = (...flags: string[]) => runHere(['subscription', 'set', id, ...flags, ...at])
  const { code, out, log } = await set(
    ...['--to', 'http://127.0.0.1:9/b', '--event', 'kyc*', '--event', 'crad*', '--description', 'mine'],
    ...['--scheme', 'adyen', '--fault', 'drop', '--ordered', '--concurrency', '2'],
    ...['--timeout', '1500ms', '--retry-delays', '1m,5m'],
  )
  expect([code, log]).toEqual([0, ['no known event matches: crad* (did you mean card*?)']])
  expect(out).toEqual([
    `${id} http://127.0.0.1:9/b kyc*, crad* by adyen with secret …${secret.slice(-4)} of shop; enabled, fault drop, in order, one at a time`,
    '  mine',
    '  no delivery has ended yet',
    `  secret ${secret}`,
    '  timeout 1.5 s',
    '  retries after 1m, 5m',
  ])
  expect((await runHere(['subscription', 'show', id.toUpperCase(), ...at])).out).toEqual(out)

  expect((await set('--retry-delays', 'none')).out.at(-1)).toBe('  no retries')
  expect(await oneOf(sandbox, id)).toMatchObject({ retry_delays: [] })
  await set('--no-fault', '--no-ordered', '--no-concurrency', '--no-timeout', '--no-retry-delays')
  await set('--disable', '--description', '')
  const json = await set('--scheme', 'standard-webhooks', '--json')
  expect(JSON.parse(json.out.join())).toEqual({ subscription: await oneOf(sandbox, id), warnings: [] })
  expect(await oneOf(sandbox, id)).toMatchObject({
    ...{ status: 'disabled', description: '', url: 'http://127.0.0.1:9/b', events: ['kyc*', 'crad*'] },
    ...{ fault: null, ordered: false, concurrency: null, timeout_ms: null, retry_delays: null },
  })
  await set('--enable')
  expect(await oneOf(sandbox, id)).toMatchObject({ status: 'enabled' })
})

test.each([
  [[], 'There is nothing to change. Give an option, such as --event, --to or --disable.'],
  [['--enable', '--disable'], '--enable and --disable cannot be combined. Give one of them.'],
  [['--to', 'nobody'], 'nobody is not an address to send to. Write the URL, such as http://nobody'],
  [['--fault', 'dorp'], 'Did you mean drop?'],
  [['--to', 'ftp://127.0.0.1', '--concurrency', '3', '--no-fault'], 'url: '],
  [['--secret', 'v1,whsec_AAAA'], 'Drop the leading v1,'],
])('subscription set %j is refused with what to do', async (flags, told) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  const { code, out, log } = await runHere(['subscription', 'set', id, ...flags, '--url', sandbox.url])
  expect([code, out]).toEqual([1, []])
  expect(log).toEqual([expect.stringContaining(told)])
  expect(await oneOf(sandbox, id)).toMatchObject({ concurrency: null })
})

test('unsubscribe ends those of any identity, and what waits for them', async () => {
  const sandbox = await startSandbox()
  const at = ['--url', sandbox.url]
  await runHere(['subscribe', 'http://127.0.0.1:9/', '--identity', 'shop', ...at])
  await runHere(['subscribe', 'http://127.0.0.1:9/', ...at])
  const all = (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions
  const [first = '', ...rest] = all.map(({ id }) => id)
  // What is unknown of one keeps no other, and one named twice is meant once.
  const { code, out, log } = await runHere(['unsubscribe', first, 'nobody', first, ...rest, ...at])
  expect([code, log]).toEqual([
    1,
    [
      expect.stringContaining('No subscription has the id nobody.'),
      `1 of ${all.length + 1} was refused. The reasons are printed above. The others are done.`,
    ],
  ])
  expect(out).toEqual(all.map(({ id }) => expect.stringMatching(new RegExp(`^${id} .*, removed$`))))
  expect((await runHere(['unsubscribe', 'cap_1', ...at])).log).toEqual([
    `No subscription has the id cap_1. This is the id of a capture: webhook-sandbox capture show cap_1 --url ${sandbox.url} shows it.`,
  ])
  expect((await runHere(['subscriptions', ...at])).log).toContain('There are no subscriptions.')
  for (const words of [['unsubscribe'], ['subscription', 'show'], ['subscription', 'set', '--enable']]) {
    const gone = await runHere([...words, `${all[0]?.id}`, ...at])
    expect([gone.code, gone.log]).toEqual([
      1,
      [
        `No subscription has the id ${all[0]?.id}. webhook-sandbox subscriptions --url ${sandbox.url} lists every subscription.`,
      ],
    ])
  }
})
