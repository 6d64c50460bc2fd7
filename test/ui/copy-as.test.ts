import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { expect, test } from 'vitest'
import { faultWire } from '../../server/faults/read-once.ts'
import type { Call, Capture, Delivery } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import { attemptCurl } from '../../ui/commands/curl.ts'
import { attemptTest, callTest, captureTest, eventTest } from '../../ui/detail/as-test.ts'
import { harOfCall, harOfDeliveries } from '../../ui/detail/har.ts'
import { faultVerdict } from '../../ui/faults/fault-words.ts'
import { rowStarts, rowText } from '../../ui/kit/raw-rows.ts'
import { verifyOrder } from '../../ui/live/verify-order.ts'
import { changeOf } from '../../ui/message/byte-change.ts'
import { runAgainst, startWire } from '../capture/export/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const require = createRequire(import.meta.url)

let harSchema: ValidateFunction | undefined
function harProblems(text: string): unknown {
  harSchema ??= compileHar()
  return harSchema(JSON.parse(text)) ? [] : harSchema.errors
}

function compileHar(): ValidateFunction {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': true, uri: true, ipv4: true, ipv6: true } })
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  for (const schema of Object.values<object>(require('har-schema'))) ajv.addSchema(schema)
  return ajv.getSchema('har.json#') ?? expect.fail('no schema')
}

const inOne = ['--test-reporter=spec']
/** Runs what was copied as a test; answers how it ended. Without --test, Node needs one process for it and not two. */
async function run(code: string, flags = inOne): Promise<string> {
  const file = resolve(ownFolder(), 'copied.test.mjs')
  writeFileSync(file, code)
  // Told that it runs within another test, it would report to that.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { code: exit, said } = await new Promise<{ code: number; said: string }>((done) =>
    execFile(process.execPath, [...flags, file], { env }, (error, said) =>
      done({ code: error === null ? 0 : 1, said }),
    ),
  )
  return exit === 0 ? 'passed' : `failed: ${said}`
}

async function delivered(script: number[], over: Record<string, unknown> = {}) {
  const sandbox = await startSandbox()
  const receiver = await startReceiver(script)
  await sandbox.subscribe(receiver.url)
  const { deliveries, events } = await sandbox.trigger('card.created', over)
  await sandbox.settle()
  const delivery = await sandbox.delivery(deliveries[0]?.id ?? '')
  return { sandbox, receiver, delivery, event: await sandbox.event(events[0]?.id ?? '') }
}

test('a delivery copied as a test sends the same bytes, and fails if the receiver fails', async () => {
  const { receiver, delivery } = await delivered([200, 200, 503])
  const attempt = delivery.attempts[0] ?? expect.fail('no attempt')
  const code = attemptTest(delivery, attempt)
  expect(await run(code, sample(inOne, ['--test']))).toBe('passed')
  const [first, second] = receiver.requests
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers['webhook-signature']).toBe(first?.headers['webhook-signature'])
  expect(await run(code)).toContain('answered 503')
})

test('a test of a delivery that must be refused expects the refusal', async () => {
  const { delivery } = await delivered([401, 200], { fault: 'tamper(body)' })
  expect(delivery.state).toBe('refused')
  const code = attemptTest(delivery, delivery.attempts[0] ?? expect.fail('no attempt'))
  expect(code).toContain('refuses card.created with tamper(body)')
  expect(await run(code)).toContain('answered 200')
})

test('an event and a capture copied as tests wait for their results', async () => {
  const { sandbox, event } = await delivered([200])
  expect(await run(eventTest(event, sandbox.url))).toBe('passed')

  await sandbox.post('/sandbox/endpoints', { name: 'mine' })
  await fetch(`${sandbox.url}/in/mine`, { method: 'POST', body: '{}' })
  const capture: Capture = await sandbox.newestCapture()
  const code = captureTest({ ...capture, event: null }, sandbox.url).replace('5000', '300')
  // In the quick form the next test but one has a capture that fails.
  for (const early of sample([], [code])) expect(await run(early)).toContain('failed')
  const sends = `await fetch('${sandbox.url}/in/mine', { method: 'POST', body: '{}' })`
  expect(await run(code.replace('// Send the request here.', sends))).toBe('passed')
})

test('an event copied as a test fails if a receiver is down or no subscription matches', async () => {
  const { sandbox, event } = await delivered([200])
  const down = await startReceiver([503])
  await sandbox.subscribe(down.url)
  const code = eventTest(event, sandbox.url).replace('10000', '500')
  expect(await run(code)).toMatch(/missed.*state/)
  expect(down.requests.length).toBeGreaterThan(0)

  const empty = await startSandbox()
  expect(await run(eventTest(event, empty.url))).toContain('no subscription matches the event')
})

test('a capture copied as a test expects a valid signature only if it had one', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'mine' })
  const url = `${sandbox.url}/in/mine`
  await sandbox.subscribe(url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const signed = await sandbox.newestCapture()
  expect(signed.verdict.result).toBe('verified')
  const asksForOne = captureTest({ ...signed, event: null }, sandbox.url).replace('5000', '300')
  const sends = `await fetch('${url}', { method: 'POST', body: '{}' })`
  expect(await run(asksForOne.replace('// Send the request here.', sends))).toContain(
    'with a valid signature',
  )

  await fetch(url, { method: 'POST', body: '{}' })
  const unsigned = await sandbox.newestCapture()
  const wrong = { ...signed, verdict: { ...signed.verdict, result: 'failed' } } satisfies Capture
  for (const capture of [unsigned, wrong])
    expect(captureTest(capture, sandbox.url)).not.toMatch(/verified|rightly/)
})

test('a call copied as a test expects its response', async () => {
  const sandbox = await startSandbox()
  await sandbox.call('GET', '/cards/none')
  const [row] = (await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls?limit=1')).calls
  const { call } = await sandbox.get<{ call: Call }>(`/sandbox/calls/${row?.id}`)
  expect(call.status).toBeGreaterThanOrEqual(400)
  expect(await run(callTest(call, sandbox.url))).toBe('passed')
  expect(await run(callTest({ ...call, status: 200 }, sandbox.url))).toContain('failed')
  expect(harProblems(harOfCall(call, sandbox.url, '0.1.0'))).toEqual([])
})

test('deliveries export as valid HAR 1.2, one entry per attempt', async () => {
  const { delivery } = await delivered([503])
  const text = harOfDeliveries([delivery], '0.1.0')
  expect(harProblems(text)).toEqual([])
  const [entry] = JSON.parse(text).log.entries
  expect(entry.request.postData.text).toBe(delivery.attempts[0]?.request.body)
  expect(entry.response.status).toBe(503)
  expect(harProblems(text.replace('"startedDateTime"', '"x"'))).not.toEqual([])

  const bytes = structuredClone(delivery)
  Object.assign(bytes.attempts[0]?.response ?? {}, { body: '\ufffd', body_base64: '/w==', size: 1 })
  const told = harOfDeliveries([bytes], '0.1.0')
  expect(harProblems(told)).toEqual([])
  expect(JSON.parse(told).log.entries[0].response.content).toMatchObject({ text: '/w==', encoding: 'base64' })
})

test('the times of an attempt without a response add up to its duration', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe('http://127.0.0.1:1/hook')
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const delivery = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect(delivery.attempts[0]?.response).toBeNull()
  const [{ time, timings }] = JSON.parse(harOfDeliveries([delivery], '0.1.0')).log.entries
  const { dns, connect, ssl, send, wait, receive } = timings
  const spent = [dns, connect, ssl, send, wait, receive].filter((ms) => ms >= 0)
  expect(spent.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(time, 1)
  expect(time).toBeGreaterThan(0)
})

test('binary bodies reach curl through a pipe, and a body that begins with @ names no file', () => {
  const sent = { method: 'POST', url: 'http://x/', headers: [], body: '' }
  expect(curlOf({ ...sent, body_base64: '/w==' })).toMatch(
    /^printf %s \/w== \| base64 -d \| curl .*--data-binary @-$/s,
  )
  expect(curlOf({ ...sent, body: '@me' })).toContain("--data-raw '@me'")
})

test('a change is shown with its surroundings and byte position', () => {
  const change = changeOf(`ä${'x'.repeat(99)}0${'y'.repeat(99)}`, `ä${'x'.repeat(99)}14${'y'.repeat(99)}`)
  expect(change).toMatchObject({ at: 101, sender_bytes: 201, here_bytes: 202 })
  expect(change?.parts.map(({ side, text, skipped }) => [side, text.length, skipped])).toEqual([
    ['both', 61, 41],
    ['sender', 1, 0],
    ['here', 2, 0],
    ['both', 61, 39],
  ])
  expect(changeOf('same', 'same')).toBeNull()
})

test('a copy of a truncated attempt says that it sends the whole body, in a line that a shell ignores', async () => {
  const { delivery } = await delivered([200, 200], { fault: 'truncate(50%)' })
  const attempt = delivery.attempts[0] ?? expect.fail('no attempt')
  const what = /cannot reproduce truncate\(50%\): closed after byte \d+ of \d+ bytes/
  const command = attemptCurl(attempt)
  expect(command).toMatch(what)
  expect(attemptTest(delivery, attempt)).toMatch(what)
  const wire = await startWire()
  await runAgainst(command, { from: Number(new URL(delivery.url).port), to: wire.port })
  expect(`${wire.taken[0]}`).toContain(`\r\n\r\n${attempt.request.body}`)
})

test.each([
  ['http10', /^POST \S+ HTTP\/1\.0\r\n/],
  ['chunked', /transfer-encoding: chunked\r\n[\s\S]*\r\n0\r\n\r\n$/i],
])(
  'an attempt with %s is sent so by its copy for curl as well; one for fetch says that it is not',
  async (fault, sent) => {
    const { delivery } = await delivered([200, 200], { fault })
    const attempt = delivery.attempts[0] ?? expect.fail('no attempt')
    const wire = await startWire()
    const command = attemptCurl(attempt)
    expect(command).toMatch(/^curl /)
    await runAgainst(command, { from: Number(new URL(delivery.url).port), to: wire.port })
    expect(`${wire.taken[0]}`).toMatch(sent)
    expect(attemptTest(delivery, attempt)).toContain(`cannot reproduce ${fault}`)
  },
)

test('the end of a delivery decides how the receiver handled a fault', () => {
  const ended = (state: Delivery['state']) =>
    faultVerdict({ state, attempts: [], next_attempt_at: null } as unknown as Delivery)
  expect(ended('refused').tone).toBe('good')
  expect(ended('wrongly_accepted').tone).toBe('bad')
  expect(ended('retrying').title).toBe('In progress')
  const copies = [401, 200, 401].map((status) => ({ fault: 'x', outcome: { kind: 'responded', status } }))
  const reason_facts = { code: 'wrongly_accepted', status: 200 }
  expect(
    faultVerdict({ state: 'wrongly_accepted', attempts: copies, reason_facts } as unknown as Delivery).why,
  ).toContain('HTTP 200')
})

test.each([
  ['gave_up', 'No attempts are left; the attempt with the fault: HTTP 500.'],
  ['gone', 'No further attempt: it is gone; the attempt with the fault: HTTP 500.'],
])('a failed delivery says why no attempt follows: %s', (code, why) => {
  const attempts = [{ fault: 'drop', outcome: { kind: 'responded', status: 500 } }]
  const whyOf = (attempts: unknown) =>
    faultVerdict({
      state: 'failed',
      attempts,
      reason: 'it is gone',
      reason_facts: { code },
    } as unknown as Delivery).why
  expect(whyOf(attempts)).toBe(why)
  expect(whyOf([...attempts, ...attempts])).toBe(why.replace('the attempt', 'the last attempt'))
})

test('a sticky fault applies to the retry, another fault does not', () => {
  const retried = (fault: string) => {
    const attempts = [{ ...faultWire(fault), outcome: { kind: 'dropped', code: 'fault_drop', detail: '' } }]
    const next_attempt_at = '2026-01-01T09:01:00.000000Z'
    return faultVerdict({ state: 'retrying', attempts, next_attempt_at, fault } as unknown as Delivery).why
  }
  expect(retried('drop | sticky')).toBe(
    'The attempt with the fault: not sent: the fault drop lost it on the way. The retry is sent with the fault.',
  )
  expect(retried('drop')).toBe(
    'The attempt with the fault: not sent: the fault drop lost it on the way. The retry is sent without the fault.',
  )
})

test('long text is drawn in rows without loss', () => {
  const text = `${'a'.repeat(450)}\nshort\r\n\nend`
  const starts = rowStarts(text)
  expect(starts.map((_, row) => rowText(text, starts, row))).toEqual([
    'a'.repeat(200),
    'a'.repeat(200),
    'a'.repeat(50),
    'short',
    '',
    'end',
  ])
  const pictures = `${'a'.repeat(199)}${'😀'.repeat(150)}`
  const cuts = rowStarts(pictures)
  expect(cuts.map((_, row) => rowText(pictures, cuts, row)).filter((row) => /\p{Cs}/u.test(row))).toEqual([])
})

test('a capture is verified with the given secret, at its time of arrival', () => {
  const capture = {
    method: 'POST',
    path: '/in/mine',
    query: 'a=1',
    headers: [['Host', 'localhost:1']],
    body: '{}',
    body_base64: null,
    received_at: '2026-01-01T09:00:00Z',
  } as unknown as Capture
  expect(verifyOrder(capture, { scheme: '', secret: 'shh' })).toEqual({
    method: 'POST',
    url: 'http://localhost:1/in/mine?a=1',
    headers: [['Host', 'localhost:1']],
    body: '{}',
    secret: 'shh',
    at: '2026-01-01T09:00:00Z',
  })
})
