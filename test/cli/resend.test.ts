import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { addressName } from '../../server/words/receiver.ts'
import { ownFolder } from '../helpers/folder.ts'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere, startHere } from './here.ts'
import { start } from './run.ts'
import { startStub } from './stub.ts'

/** A sandbox whose deliveries go to a receiver, with one card.created delivered to it. */
async function delivered(script: number[] = [200]) {
  const sandbox = await startSandbox()
  const receiver = await startReceiver(script)
  const subscription = await sandbox.subscribe(receiver.url)
  const id = await deliver(sandbox)
  return { sandbox, receiver, subscription, id }
}
async function deliver(sandbox: TestSandbox, event = 'card.created'): Promise<string> {
  const { deliveries } = await sandbox.trigger(event)
  await sandbox.settle()
  return deliveries[0]?.id ?? ''
}

quick('resend sends the same again as a new delivery', async () => {
  const { sandbox, receiver, id } = await delivered()
  const { code, out, log } = await runAt(sandbox, 'resend', id)
  expect([code, log]).toEqual([0, []])
  expect(out).toEqual([
    expect.stringMatching(`^card\\.created --> ${addressName(receiver.url)} dlv_\\w{26} \\(again ${id}\\)$`),
  ])
  await sandbox.settle()
  const [first, second] = receiver.requests
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

quick('resend edits body, headers and address, from the command line, a file or standard input', async () => {
  const { sandbox, receiver, id } = await delivered()
  const other = await startReceiver()
  const file = join(ownFolder(), 'body.json')
  writeFileSync(file, '{"from":"file"}')
  const headers = ['--header', 'X-One: 1: a', '--header', 'x-two:2']
  await runAt(sandbox, 'resend', id, '--body', '{"from":"line"}', ...headers)
  await runAt(sandbox, 'resend', id, '--body', `@${file}`, '--to', other.url)
  const piped = start(['resend', id, '--body', '-', '--url', sandbox.url], { stdin: '{"from":"pipe"}' })
  expect(await piped.ended).toBe(0)
  await sandbox.settle()
  const [, line, pipe] = receiver.requests
  expect([`${line?.body}`, `${other.requests[0]?.body}`, `${pipe?.body}`]).toEqual([
    '{"from":"line"}',
    '{"from":"file"}',
    '{"from":"pipe"}',
  ])
  expect([line?.headers['x-one'], line?.headers['x-two']]).toEqual(['1: a', '2'])
})

quick.each([
  ['Host: x', 'Host is set by the HTTP client.'],
  ['a(b: x', 'a(b must be a valid header name.'],
  ['x-a: 1\r\nx-b: 2', '1␍␊x-b: 2 is not a valid header value.'],
  ['x-a: ✓', '✓ is not a valid header value.'],
])(
  'the header %j is refused by its name or value, not by its place, and nothing is sent',
  async (text, said) => {
    const { sandbox, id } = await delivered()
    const { code, log } = await runAt(sandbox, 'resend', id, '--header', 'x-one: 1', '--header', text)
    expect(code).toBe(1)
    expect(log.join(' ')).toContain(said)
    expect(log.join(' ')).not.toMatch(/\p{Cc}/u)
    expect(await sandbox.deliveries()).toHaveLength(1)
  },
)

quick(
  'resend sends the bytes of a file as they are, text or not, with all that is text about them',
  async () => {
    const { sandbox, receiver, id } = await delivered()
    const folder = ownFolder()
    const bodies = [Buffer.from([0xff, 0xfe, 0x80, 0x41]), Buffer.from('\ufeff{"n": 1.0}\r\n', 'utf8')]
    for (const [index, body] of bodies.entries()) {
      const file = join(folder, `${index}`)
      writeFileSync(file, body)
      expect((await runAt(sandbox, 'resend', id, '--body', `@${file}`)).code).toBe(0)
      await sandbox.settle()
    }
    expect(receiver.requests.slice(1).map(({ body }) => body)).toEqual(bodies)
  },
)

quick('resend by a filter sends all that match, and says how many were not', async () => {
  const { sandbox, receiver, subscription } = await delivered([400])
  await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, { retry_delays: [] })
  await deliver(sandbox, 'card.status.active')
  await deliver(sandbox, 'customer.updated')
  const before = receiver.requests.length
  const { code, out } = await runAt(sandbox, 'resend', '--state', 'failed', '--event', 'c*')
  expect(code).toBe(0)
  expect(out.at(-1)).toBe('2 sent again')
  expect(out).toHaveLength(3)
  await sandbox.settle()
  expect(receiver.requests.length).toBe(before + 2)

  const json = await runAt(sandbox, 'resend', '--event', 'customer.*', '--since', '2h', '--json')
  // Of the two that the event has by now only the newest.
  expect(JSON.parse(json.out.join()).counts).toEqual({ deliveries: 1, skipped: 1 })
  const later = await runAt(sandbox, 'resend', '--since', '2999-01-01T00:00:00Z')
  expect(later.out).toEqual(['0 sent again'])
  await sandbox.settle()
  await sandbox.call('DELETE', `/webhooks/${subscription.id}`)
  const gone = await runAt(sandbox, 'resend', '--event', 'card.status.*')
  expect(gone.out).toEqual([
    '0 sent again, 2 skipped: already sent again, or their subscription is removed or disabled',
  ])
})

quick('resend --wait ends with 0 when all succeeded, a refused fault included', async () => {
  const { sandbox, receiver, id } = await delivered([200, 200, 401])
  const { code, out, log } = await runAt(sandbox, 'resend', id, '--wait')
  expect([code, log]).toEqual([0, []])
  expect(out[1]).toMatch(/^✓ card\.created /)
  const fault = await runAt(sandbox, 'resend', id, '--fault', 'unsigned', '--wait', '--json')
  expect(fault.code).toBe(0)
  expect(JSON.parse(fault.out.join())).toMatchObject({
    delivery: { state: 'refused', fault: 'unsigned' },
  })
  expect(receiver.requests[2]?.headers['webhook-signature']).toBeUndefined()
})

quick('resend --wait ends with 1 when one did not end well, and says where to look', async () => {
  const { sandbox, subscription, id } = await delivered([200, 200, 200, 500])
  const other = await deliver(sandbox)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, {
    retry_delays: [],
    ordered: true,
  })
  const { code, out, log } = await runAt(sandbox, 'resend', id, other, '--wait')
  expect(code).toBe(1)
  expect(out.slice(2, 4).map((line) => line[0])).toEqual(['✓', '✕'])
  const failed = /dlv_\w+/.exec(out[3] ?? '')?.[0]
  expect(log).toEqual([
    expect.stringMatching(`^1 of 2 .* webhook-sandbox resend ${failed} --wait --url ${sandbox.url}$`),
  ])
  const accepted = await runAt(
    sandbox,
    'resend',
    id,
    '--wait',
    '--to',
    (await startReceiver()).url,
    '--fault',
    'unsigned',
  )
  expect(accepted.code).toBe(1)
  expect(accepted.out.join()).toMatch(/✕ card\.created .* accepted with HTTP 200/)
})

quick('interrupted waiting does not end with 0', async () => {
  const { sandbox, id } = await delivered([200, 503])
  const waiting = startHere(['resend', id, '--wait', '--until', 'settled', '--url', sandbox.url])
  await waiting.until(() => waiting.out.join().includes('✕ card.created'))
  expect(await waiting.signal()).toBe(1)
})

quick(
  'after interrupted waiting, the sent deliveries are printed as JSON, with the command that shows them',
  async () => {
    const delivery = { id: 'dlv_2', subscription_id: 'sub', url: 'http://127.0.0.1:3000/' }
    const stub = await startStub({
      'GET /sandbox/health': { platform: {}, seq: 0 },
      'POST /sandbox/deliveries/dlv_1/resend': { delivery },
    })
    const waiting = startHere(['resend', 'dlv_1', '--wait', '--json', '--url', stub.url], { watched: true })
    await waiting.until(() => waiting.painted.length > 0)
    expect(await waiting.signal()).toBe(1)
    expect(await waiting.ended).toBe(0)
    expect(JSON.parse(waiting.out.join())).toEqual({ delivery })
    expect(waiting.log).toEqual([expect.stringContaining(`webhook-sandbox deliveries --url ${stub.url}`)])
  },
)

test('more than one answer lists are sent again and waited for all the same', async () => {
  const sandbox = await startSandbox({ delivery: { concurrency: 64 } })
  await sandbox.subscribe((await startReceiver()).url)
  await sandbox.trigger('card.created', { count: 1100 })
  await sandbox.settle()
  const args = ['resend', '--event', 'card.*', '--since', '1h', '--wait', '--url', sandbox.url]
  const { code, out, log } = await runHere(args)
  expect([code, out, log]).toEqual([0, ['1100 sent again'], []])
  // Of what was sent again already the newest counts.
  const again = await runHere([...args, '--json'])
  expect(JSON.parse(again.out.join()).counts).toEqual({ deliveries: 1100, skipped: 1100 })
})

quick('fired events are printed as JSON even if they are too many to wait for', async () => {
  const stub = await startStub({
    'GET /sandbox/health': { platform: {}, seq: 0 },
    'POST /sandbox/events': { counts: { events: 1, deliveries: 1001 }, events: [], deliveries: [] },
  })
  const at = ['--wait', '--json', '--url', stub.url]
  const fired = await runHere(['trigger', 'card.created', ...at])
  expect([fired.code, JSON.parse(fired.out.join()).counts.deliveries]).toEqual([1, 1001])
})

quick('an id that there is not is refused before any other is sent', async () => {
  const { sandbox, id } = await delivered()
  const { code, out, log } = await runAt(sandbox, 'resend', id, 'dlv_nobody')
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain('No delivery has the id dlv_nobody.')
  expect(await sandbox.deliveries()).toHaveLength(1)
})

quick(
  'resend goes on behind one of a subscription that is gone, waits for the others, and ends with 1',
  async () => {
    const { sandbox, receiver, id } = await delivered()
    const gone = await sandbox.subscribe(receiver.url)
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.call('DELETE', `/webhooks/${gone.id}`)
    // Named twice is meant once.
    const ids = [id, ...deliveries.map((row) => row.id), id]
    const { code, out, log } = await runAt(sandbox, 'resend', ...ids, '--wait')
    expect(out.slice(0, 2)).toEqual([
      expect.stringContaining(`(again ${id})`),
      expect.stringMatching(/\(again dlv_/),
    ])
    expect(out.slice(2).map((line) => line[0])).toEqual(['✓', '✓'])
    expect([code, log]).toEqual([
      1,
      [
        expect.stringContaining(`The subscription ${gone.id} of this delivery was deleted`),
        '1 of 3 was refused. The reasons are printed above. The others are done.',
      ],
    ])
  },
)

quick.each([
  [['resend'], 'Give ids, or a filter such as --state failed'],
  [['resend', 'dlv_nobody'], 'No delivery has the id dlv_nobody.'],
  [['resend', 'dlv_nobody', '--state', 'failed'], 'Ids and a filter cannot be combined.'],
  [['resend', '--state', 'failed', '--body', '{}'], 'Give ids to use --body, --header, --to or --fault.'],
  [['resend', '--state', 'faild'], 'Did you mean failed?'],
  [['resend', '--since', 'yesterday'], 'since'],
  [['resend', 'x', '--header', 'nothing'], "Write the header as 'Name: value'."],
  [['resend', 'x', '--body', '@/nowhere.json'], 'Cannot read @/nowhere.json'],
])('%j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runAt(sandbox, ...args)
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
})

quick('a misspelt fault is refused with the nearest name, and nothing is sent', async () => {
  const { sandbox, id } = await delivered()
  const { code, out, log } = await runAt(sandbox, 'resend', id, '--fault', 'tampr(body)')
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain('Did you mean tamper?')
  const other = await deliver(sandbox)
  const both = await runAt(sandbox, 'resend', id, other, '--fault', 'tampr(body)')
  expect([both.code, both.out, both.log]).toEqual([
    1,
    [],
    [log[0], '2 of 2 were refused. The reasons are printed above.'],
  ])
  expect(await sandbox.deliveries()).toHaveLength(2)
})
