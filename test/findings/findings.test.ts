import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { type ScriptedAnswer, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const says =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status).end(JSON.stringify(body))

/** What is found of a receiver that answers by the script, three days after it was sent a fault. */
async function foundOf(fault: string | undefined, script: ScriptedAnswer[], config = {}) {
  const receiver = await startReceiver(script)
  const sandbox = await startSandbox({ delivery: { jitter: 0, ...config } })
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created', { fault })
  await sandbox.settle()
  await sandbox.clock({ advance: '4d' })
  const delivery = await sandbox.delivery(deliveries[0]?.id ?? '')
  return {
    sandbox,
    delivery,
    findings: delivery.findings,
    codes: delivery.findings.map((one) => one.code),
  }
}

test('a receiver that names another thing to each copy probably acted twice', async () => {
  const { findings, delivery } = await foundOf('duplicate(2)', [says({ id: 'pay_1' }), says({ id: 'pay_2' })])
  expect(delivery.state).toBe('succeeded')
  expect(findings).toEqual([
    {
      code: 'acted_twice',
      says: 'probably_wrong',
      evidence: {
        field: 'id',
        values: [expect.stringMatching(/^"pay_\d"$/), expect.stringMatching(/^"pay_\d"$/)],
      },
      summary: expect.any(String),
      detail: expect.any(String),
      fix: expect.any(String),
      attempts: [1, 2],
      endpoint: null,
    },
  ])
})

test('a response that says so shows that the copy was known; of three copies the clearest counts', async () => {
  const knew = await foundOf('duplicate(2, 1m)', [says({ id: 'a1' }), says({ status: 'already processed' })])
  expect(knew.findings).toMatchObject([{ code: 'knew_copy', says: 'probably_right', attempts: [1, 2] }])
  const acted = await foundOf('duplicate(3, 1m)', [
    says({ id: 'a1' }),
    says({ status: 'already processed' }),
    says({ id: 'a3' }),
  ])
  expect(acted.findings).toMatchObject([{ code: 'acted_twice', attempts: [1, 3] }])
})

test('the same answer to each copy tells nothing, and neither does an empty one', async () => {
  for (const answer of [200, says({ id: 'pay_1' })]) {
    const { findings } = await foundOf('duplicate(2)', [answer])
    expect(findings).toMatchObject([{ code: 'copies_untold', says: 'nothing' }])
  }
})

test('a copy that fails is a finding, and its error text does not count as a new record', async () => {
  const { findings } = await foundOf('duplicate(2, 1m)', [says({ id: 'pay_1' }), says({ id: 'err_9' }, 500)])
  expect(findings).toMatchObject([
    { code: 'copy_failed', says: 'wrong', attempts: [1, 2], detail: expect.stringContaining('HTTP 500') },
  ])
  const { codes } = await foundOf('duplicate(2, 1m)', [says({}), says({ error: 'duplicate event' }, 409)])
  expect(codes).toEqual(['copy_failed', 'knew_copy'])
})

test('copies show nothing if none succeeded, or not all arrived', async () => {
  expect((await foundOf('duplicate(2)', [500, 500, 200])).findings).toEqual([])
  const receiver = await startReceiver([says({ id: 'a1' }), says({ id: 'a2' })])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(3, 1h)' })
  await sandbox.settle()
  await sandbox.clock({ advance: '1h' })
  const { findings, attempts } = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect(attempts).toHaveLength(2)
  expect(findings).toEqual([])
})

test('bodies are compared even if a list or the page leaves them out', async () => {
  const { sandbox, delivery } = await foundOf('duplicate(2)', [says({ id: 'pay_1' }), says({ id: 'pay_2' })])
  const { delivery: short } = await sandbox.get<{ delivery: typeof delivery }>(
    `/sandbox/deliveries/${delivery.id}?body_limit=0`,
  )
  expect(short.attempts[0]?.response?.body).toBe('')
  expect(short.findings).toEqual(delivery.findings)
})

test.each([
  ['reserialise', 401, 'A correct receiver verifies the raw bytes and accepts the request.'],
  ['header_case', 400, 'A correct receiver reads header names in any case.'],
  ['chunked', 411, 'A correct receiver accepts the request.'],
  ['unknown_event', 500, 'A correct receiver answers with success and ignores the event.'],
])(
  'an event accepted only without %s is a finding, with what a correct receiver does',
  async (fault, status, right) => {
    const { delivery, findings } = await foundOf(fault, [status, 200])
    expect(delivery.state).toBe('succeeded')
    expect(findings).toEqual([
      {
        code: 'fault_failed',
        says: 'wrong',
        evidence: { right: [right] },
        summary: expect.any(String),
        detail: expect.stringContaining(`HTTP ${status}`),
        fix: right,
        attempts: [1, 2],
        endpoint: null,
      },
    ])
  },
)

test.each([
  ['reserialise', [200]],
  // Without it, it fails as well.
  ['reserialise', [401]],
  ['reserialise | sticky', [401, 401, 200]],
  // A right one may refuse these.
  ['missing_field(card.status)', [422, 200]],
  ['content_type(text/plain) | reserialise', [415, 200]],
  ['drop', [200]],
] as [string, number[]][])('%s answered %j tells nothing of the receiver', async (fault, script) => {
  expect((await foundOf(fault, script)).findings).toEqual([])
})

test('a must-refuse fault answered with 500 is a finding; a refusal, or a 5xx that counts as delivered, is not', async () => {
  const { delivery, findings } = await foundOf('unsigned', [500, 200])
  expect(delivery.state).toBe('succeeded')
  expect(findings).toMatchObject([
    { code: 'refused_by_failure', says: 'wrong', evidence: { without_fault: 'accepted' }, attempts: [1, 2] },
  ])
  expect((await foundOf('unsigned', [401])).findings).toEqual([])
  expect((await foundOf('unsigned', [500], { success: [500] })).findings).toEqual([])
  expect((await foundOf(undefined, [500, 200])).findings).toEqual([])
})

test('an endpoint of the sandbox, whose answers contain the capture, gives no finding', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/demo`)
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(2)' })
  await sandbox.settle()
  const delivery = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect([delivery.state, delivery.attempts.length, delivery.findings]).toEqual(['succeeded', 2, []])
})
