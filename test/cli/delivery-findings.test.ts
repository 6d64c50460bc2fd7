import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sentRight } from '../findings/refused.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'

/** A sandbox that tries again at once, and its one subscription. */
async function startAt(url: string) {
  const sandbox = await startSandbox({ delivery: { retry_delays: ['10ms'] } })
  const { id, secret } = await sandbox.subscribe(url)
  return { sandbox, id, secret }
}

test('an event that was taken only without its fault ends well, and the exit code of --wait is 1 all the same', async () => {
  const receiver = await startReceiver([401, 200, 401, 200])
  const { sandbox } = await startAt(receiver.url)
  const args = ['trigger', 'card.created', '--fault', 'reserialise', '--wait']
  const { code, out, log } = await runAt(sandbox, ...args)
  expect(code).toBe(1)
  const [row] = await sandbox.deliveries()
  const [finding] = (await sandbox.delivery(row?.id ?? '')).findings
  expect(finding).toMatchObject({ code: 'fault_failed', attempts: [1, 2] })
  expect(out.at(-1)).toBe(`Found   ${finding?.summary}. ${finding?.detail} ${finding?.fix}`)
  expect(log.join()).toContain(finding?.summary)
  const again = await runAt(sandbox, 'resend', row?.id ?? '', '--fault', 'reserialise', '--wait', '--json')
  expect([again.code, again.out.join()]).toEqual([1, expect.not.stringContaining('Found')])
})

test('a probable finding is printed without changing the exit code', async () => {
  const receiver = await startReceiver([1, 2].map((n) => (response) => response.end(`{"id":"pay_${n}"}`)))
  const { sandbox } = await startAt(receiver.url)
  const args = ['trigger', 'card.created', '--fault', 'duplicate(2)', '--wait']
  const { code, out } = await runAt(sandbox, ...args)
  const [row] = await sandbox.deliveries()
  const [finding] = (await sandbox.delivery(row?.id ?? '')).findings
  expect(finding?.code).toBe('acted_twice')
  expect([code, out.at(-1)]).toEqual([0, expect.stringContaining(`Found   ${finding?.summary}.`)])
  const shown = await runAt(sandbox, 'deliveries', row?.id ?? '')
  expect(shown.out[4]).toContain(finding?.detail)
})

test('among several deliveries, a finding is printed below the headline of its delivery', async () => {
  const receiver = await startReceiver([1, 2].map((n) => (response) => response.end(`{"id":"pay_${n}"}`)))
  const { sandbox } = await startAt(receiver.url)
  await sandbox.subscribe('http://127.0.0.1:1/')
  const { code, out } = await runAt(sandbox, 'trigger', 'card.created', '--fault', 'duplicate(2)', '--wait')
  expect([code, out.at(-1)]).toEqual([1, expect.stringMatching(/^Found .*id: "pay_/)])
  expect(out.at(-2)).toContain(`✓ card.created → ${receiver.url.replace('http://', '')}: `)
})

test('where nobody listens at one address of this machine, that at localhost both are tried is said', async () => {
  const { sandbox, id } = await startAt('http://127.0.0.1:1/a?b=1&c')
  const args = ['trigger', 'card.created', '--subscription', id, '--wait']
  expect((await runAt(sandbox, ...args)).code).toBe(1)
  const [row] = await sandbox.deliveries()
  const shown = await runAt(sandbox, 'deliveries', row?.id ?? '')
  expect(shown.out.join('\n')).toContain(`subscription set ${id} --to 'http://localhost:1/a?b=1&c' --url`)
  await runAt(sandbox, 'subscription', 'set', id, '--to', 'http://localhost:1/')
  await runAt(sandbox, ...args)
  const [other] = await sandbox.deliveries()
  expect((await runAt(sandbox, 'deliveries', other?.id ?? '')).out.join()).not.toContain('--to http')
})

test('a finding shared by several deliveries is printed once with their number', async () => {
  const answers = [1, 2, 3, 4, 5, 6].map(
    (n) => (response: ServerResponse) => response.end(`{"id":"pay_${n}"}`),
  )
  const { sandbox } = await startAt((await startReceiver(answers)).url)
  const args = ['trigger', 'card.created', '--count', '3', '--fault', 'duplicate(2)', '--wait']
  const { code, out } = await runAt(sandbox, ...args)
  const found = out.filter((line) => line.startsWith('Found'))
  expect([code, found]).toEqual([
    0,
    [expect.stringMatching(/^Found .*id: "pay_\d", then "pay_\d".* The same of 2 more\.$/)],
  ])
})

test('of many deliveries with one response each, the findings of the first sixteen are read', async () => {
  const { sandbox } = await startAt((await startReceiver([404])).url)
  const args = ['trigger', 'card.created', '--count', '20', '--fault', 'unsigned', '--wait']
  expect((await runAt(sandbox, ...args)).out.at(-1)).toMatch(/^Found .* The same of 15 more\.$/)
})

test('after a refusal of what a fault left right, a signature in the answer shows what the receiver signed', async () => {
  // Parses the body and writes it anew, and answers the signature that it comes to.
  let key = Buffer.alloc(0)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': sent } = request.headers
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()))
    const made = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
    response.writeHead(sent === `v1,${made}` ? 200 : 401).end(`expected ${made}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { sandbox, secret } = await startAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  await runAt(sandbox, 'trigger', 'card.created', '--fault', 'reserialise', '--wait')
  const [row] = await sandbox.deliveries()
  expect(row?.state).toBe('succeeded')
  const { out } = await runAt(sandbox, 'deliveries', row?.id ?? '')
  const said = out.join('\n')
  expect(said).toContain(sentRight)
})

test('an error that a verifier throws and nobody catches is a refusal, another failure is none', async () => {
  const shownAfter = async (words: string) => {
    const receiver = await startReceiver([(response) => response.writeHead(500).end(words)])
    const { sandbox } = await startAt(receiver.url)
    await runAt(sandbox, 'trigger', 'card.created', '--wait', '--until', 'settled')
    const [row] = await sandbox.deliveries()
    return (await runAt(sandbox, 'deliveries', row?.id ?? '')).out.join('\n')
  }
  expect(await shownAfter('{"message":"No matching signature found"}')).toContain(sentRight)
  expect(await shownAfter('database is locked')).not.toContain(sentRight)
  const dumped = '<h1>OperationalError</h1><td>HTTP_WEBHOOK_SIGNATURE</td><td>v1,x</td>'
  expect(await shownAfter(dumped)).not.toContain(sentRight)
})

test.each([
  ['truncate(50%)', []],
  ['oversize(2mb)', [413]],
  ['content_type(text/plain)', [415]],
  ['missing_field(card.status)', [422]],
])('the signature is not mentioned if a correct receiver refuses the fault %s', async (fault, first) => {
  // What ends in the middle of its body is answered by Node itself, with 400.
  const receiver = await startReceiver([...first, 200])
  const { sandbox } = await startAt(receiver.url)
  await runAt(sandbox, 'trigger', 'card.created', '--fault', fault, '--wait')
  const [row] = await sandbox.deliveries()
  const { out } = await runAt(sandbox, 'deliveries', row?.id ?? '')
  expect(out.join('\n')).toMatch(/Attempt 1 .* 4\d\d [\w ]+ in/)
  expect(out.join('\n')).not.toContain(sentRight)
})

test('a rightly refused delivery shows no finding about the receiver', async () => {
  const receiver = await startReceiver([401])
  const { sandbox } = await startAt(receiver.url)
  await runAt(sandbox, 'trigger', 'card.created', '--fault', 'unsigned', '--wait')
  const [row] = await sandbox.deliveries()
  const { out } = await runAt(sandbox, 'deliveries', row?.id ?? '')
  expect(out.join('\n')).not.toMatch(new RegExp(`${sentRight}|Found`))
})
