import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { lineMs } from '../../server/cli/traffic.ts'
import type { Traffic } from '../../server/wire.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere, startHere } from './here.ts'

/** A sandbox on the manual clock whose deliveries go to a receiver. */
async function world(script: number[] = [200]) {
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  const receiver = await startReceiver(script)
  const { id: subscription } = await sandbox.subscribe(receiver.url)
  await sandbox.clock({ mode: 'manual', set: '2030-01-01T09:00:00Z' })
  const here = (...args: string[]) => runHere(['traffic', ...args, '--url', sandbox.url])
  const traffic = async () => (await sandbox.get<{ traffic: Traffic }>('/sandbox/traffic')).traffic
  return { sandbox, receiver, subscription, here, traffic }
}

quick('traffic starts, shows how it stands and is stopped', async () => {
  const { sandbox, here, traffic } = await world()
  expect(await here()).toMatchObject({
    out: ['No traffic.'],
    log: [`Start traffic with: webhook-sandbox traffic --rate 10 --for 1m --url ${sandbox.url}`],
  })
  const mix = ['--event', 'card.created=3', '--event', 'customer.*']
  const begun = await here('--rate', '2', ...mix, '--for', '10s', '--seed', '5')
  const { id } = await traffic()
  const further = `Stop it with: webhook-sandbox traffic --stop --url ${sandbox.url}`
  expect([begun.code, begun.out, begun.log]).toEqual([
    0,
    [
      `${id}  running  2 events a second, steady, seed 5  for 10 s  until 09:00:10`,
      '  card.created 3, customer.* 1',
      expect.stringMatching(
        /^ {2}sent \d {2}deliveries \d {2}succeeded \d {2}failed 0 {2}lag .* m?s, at most .* m?s$/,
      ),
    ],
    [further],
  ])
  await sandbox.clock({ advance: '4s' })
  const stands = await here()
  expect(stands.out[2]).toMatch(/^ {2}sent [89] {2}deliveries [89] {2}succeeded [89] {2}failed 0 {2}lag /)
  const stopped = await here('--stop')
  expect(stopped.out[0]).toMatch(new RegExp(`^${id} {2}ended {2}2 events a second`))
  expect(stopped.out).not.toContain(further)
  expect((await traffic()).running).toBe(false)
})

quick('the request contains the given options', async () => {
  const { here, subscription } = await world()
  const to = ['--subscription', subscription, '--fault', 'delay(1s)', '--event', 'card.created']
  const { out } = await here('--rate', '.5', '--shape', 'poisson', '--count', '7', ...to, '--json')
  expect(JSON.parse(out[0] ?? '')).toMatchObject({
    traffic: {
      running: true,
      rate: 0.5,
      shape: 'poisson',
      count: 7,
      events: { 'card.created': 1 },
      subscription_id: subscription,
      fault: 'delay(1s)',
    },
  })
})

quick(
  'an event that is given more than once weighs as much as all of that, as in a list of the API',
  async () => {
    const { here, traffic } = await world()
    const twice = ['--event', 'card.*', '--event', 'transactions', '--event', 'card.*=2']
    expect((await here('--rate', '1', ...twice)).out[1]).toBe('  card.* 3, transactions 1')
    expect((await traffic()).events).toEqual({ 'card.*': 3, transactions: 1 })
  },
)

/** `traffic --follow` whose seconds pass when the test says so. */
function follow(url: string, ...args: string[]) {
  const time = holdTimers(lineMs)
  const following = startHere(['traffic', '--follow', ...args, '--url', url], { outside: time.outside })
  const ticks = async () => {
    while (time.waiting() === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    time.release()
  }
  return { ...following, ticks }
}

quick('--follow prints a line a second and ends with the traffic', async () => {
  const { sandbox, here } = await world()
  await here('--rate', '2', '--count', '4', '--event', 'card.created')
  await sandbox.settle()
  const following = follow(sandbox.url)
  await following.ticks()
  await following.until(() => following.out.length === 1)
  await sandbox.clock({ advance: '10s' })
  await following.ticks()
  expect(await following.ended).toBe(0)
  const [first, second, ...end] = following.out
  expect(first).toMatch(/^\+0 sent {7}\+0 succeeded {6}sent 1 /)
  expect(second).toMatch(/^\+3 sent {7}\+3 succeeded {6}sent 4 {2}deliveries 4 {2}succeeded 4 {2}failed 0 /)
  expect(end[0]).toMatch(/^trf_\w+ {2}ended {2}2 events a second, steady, seed \d+ {2}4 in all {2}at 09:00:0/)
  expect(following.log).toEqual([
    `The clock is stopped, so no events come. Advance a minute with: webhook-sandbox clock advance 1m --url ${sandbox.url}`,
  ])
})

quick('--follow ends with 1 where deliveries ended badly', async () => {
  const { sandbox, here, subscription } = await world([500])
  await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription}`, { retry_delays: [] })
  await here('--rate', '1', '--count', '2')
  await sandbox.settle()
  const following = follow(sandbox.url, '--json')
  await following.ticks()
  await following.until(() => following.out.length === 1)
  await sandbox.clock({ advance: '10s' })
  await following.ticks()
  expect(await following.ended).toBe(1)
  const told = following.out.map((line) => (JSON.parse(line) as { traffic: Traffic }).traffic)
  expect(told.map(({ sent, failed }) => [sent, failed])).toEqual([
    [1, 1],
    [2, 2],
  ])
  expect(following.log.at(-1)).toMatch(/^2 deliveries failed, and 0 events could not be created\. /)
})

quick(
  '--follow goes on while attempts are under way, and ends with 1 where deliveries wait to be tried again',
  async () => {
    const { sandbox, here } = await world([503])
    const held: ServerResponse[] = []
    const slow = await startReceiver([(response) => void held.push(response)])
    await sandbox.subscribe(slow.url)
    await here('--rate', '1', '--count', '1', '--event', 'card.created')
    await expect.poll(async () => (await sandbox.deliveries('?state=retrying')).length).toBe(1)
    await expect.poll(() => held.length).toBe(1)
    const following = follow(sandbox.url)
    for (const seconds of [1, 2, 3]) {
      await following.ticks()
      await following.until(() => following.out.length === seconds)
    }
    held[0]?.end()
    await sandbox.settle()
    for (const seconds of [4, 5]) {
      await following.ticks()
      await following.until(() => following.out.length >= seconds)
    }
    expect(await following.ended).toBe(1)
    expect(following.log.at(-1)).toBe(
      `1 of 2 deliveries has not ended. List them with: webhook-sandbox deliveries --state pending,sending,retrying --url ${sandbox.url}`,
    )
  },
)

quick.each([
  [
    'other traffic takes its place',
    { rate: 3, count: 1 },
    /^The traffic trf_\w+ is gone: trf_\w+ replaced it\. /,
  ],
  ['the sandbox is reset', undefined, /^The traffic trf_\w+ is gone: the sandbox was reset\. /],
])('--follow ends with 1 where %s, and counts nothing of another', async (_, other, says) => {
  const { sandbox, here } = await world()
  await here('--rate', '2')
  await sandbox.clock({ advance: '2s' })
  const following = follow(sandbox.url)
  await following.ticks()
  await following.until(() => following.out.length === 1)
  await (other
    ? sandbox.request('POST', '/sandbox/traffic', other)
    : sandbox.request('POST', '/sandbox/reset', {}))
  await following.ticks()
  expect(await following.ended).toBe(1)
  expect(following.out).toHaveLength(1)
  expect(following.log.at(-1)).toMatch(says)
  expect(following.log.at(-1)).toContain(
    `Show the current traffic with: webhook-sandbox traffic --url ${sandbox.url}`,
  )
})

quick('Ctrl-C ends the following, and says how to stop the traffic', async () => {
  const { sandbox, traffic } = await world()
  const following = follow(sandbox.url, '--rate', '1')
  await following.ticks()
  await following.until(() => following.out.length === 1)
  await following.signal()
  expect(following.log.at(-1)).toBe(
    `The traffic continues. Stop it with: webhook-sandbox traffic --stop --url ${sandbox.url}`,
  )
  expect((await traffic()).running).toBe(true)
})

quick.each([
  [['--for', '10m'], '--rate is missing. Give the number of events a second, such as --rate 10.'],
  [['--stop', '--rate', '1'], '--stop cannot be combined with other options.'],
  [['--rate', '1', '--event', 'card.*=many'], '--event card.*=many has an invalid weight.'],
  [['--rate', '1', '--event', 'card.create'], 'card.create'],
  [['--rate', '1', '--for', 'long'], 'for'],
])('traffic %j is refused with the next move and exit code 1', async (args, says) => {
  const { here, traffic } = await world()
  const { code, out, log } = await here(...args)
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
  expect((await traffic()).id).toBe(null)
})

test('traffic is followed to its end', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const { code, out } = await runAt(sandbox, 'traffic', '--rate', '50', '--count', '5', '--follow')
  const stdout = out.join('\n')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\+\d sent .*$/m)
  expect(stdout).toContain('  sent 5  deliveries 5  succeeded 5  failed 0  ')
  expect(receiver.requests).toHaveLength(5)
})
