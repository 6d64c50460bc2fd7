import { expect, test } from 'vitest'
import { holds, jsonOf, valueAt } from '../../../server/capture/reply/asking.ts'
import type { HeaderPair, ReplyRule } from '../../../server/wire.ts'
import { sized, startCaptures } from '../world.ts'

const asking = (over: Record<string, unknown> = {}) => {
  const body = Buffer.from(
    JSON.stringify(
      over.json ?? { event: 'card.created', data: { amount: 5, items: [{ id: 'a' }], 'order.id': 'o' } },
    ),
  )
  const headers: HeaderPair[] = [
    ['X-Kind', 'one'],
    ['x-kind', 'two'],
    ['X-City', 'ZÃ¼rich'],
    ['X-Old', 'Zürich'],
  ]
  const plain = {
    method: 'POST',
    path: '/in/demo/orders/1',
    rest: '/orders/1',
    query: '',
    event: 'card.created',
  }
  return { ...plain, headers, verdict: 'verified' as const, ...over, body, meant: body }
}

test.each<[ReplyRule['when'], boolean]>([
  [{}, true],
  [{ method: 'post' }, true],
  [{ method: 'GET' }, false],
  [{ path: '/orders/*' }, true],
  [{ path: '/orders' }, false],
  [{ path: '*' }, true],
  [{ headers: { 'X-KIND': 'two' } }, true],
  [{ headers: { 'x-kind': 't*' } }, true],
  [{ headers: { 'x-kind': 'three' } }, false],
  [{ headers: { 'x-none': '*' } }, false],
  [{ headers: { 'X-City': 'Zürich', 'X-Old': 'Zürich' } }, true],
  [{ event: 'card.*' }, true],
  [{ event: 'customer.*' }, false],
  [{ json: { 'data.amount': 5 } }, true],
  [{ json: { 'data.amount': '5' } }, false],
  [{ json: { 'data.items.0.id': 'a' } }, true],
  [{ json: { 'data.items.0': { id: '*' } } }, true],
  [{ json: { 'data.items': [] } }, false],
  [{ json: { 'data.items.length': 1 } }, false],
  [{ json: { 'data.none': '*' } }, false],
  [{ json: { data: '*', event: '*.created' } }, true],
  [{ json: { 'data.amount': null } }, false],
  [{ json: { 'data.items[0].id': 'a', 'data["order.id"]': 'o' } }, true],
  [{ json: { 'data.order.id': '*' } }, false],
  [{ verdict: 'verified' }, true],
  [{ verdict: 'failed' }, false],
  [{ method: 'POST', event: 'card.created', json: { 'data.amount': 6 } }, false],
])('%j holds: %s', (when, expected) => {
  expect(holds(when, asking())).toBe(expected)
})

test('no path matches /, a body that is not JSON has no values, and no event matches no pattern', () => {
  expect(holds({ path: '/' }, asking({ rest: '' }))).toBe(true)
  expect(holds({ json: { a: '*' } }, { ...asking(), meant: Buffer.from('{"a": ') })).toBe(false)
  expect(holds({ json: { a: '*' } }, { ...asking(), meant: null })).toBe(false)
  expect(holds({ event: '*' }, asking({ event: null }))).toBe(false)
  expect(valueAt(jsonOf(Buffer.from('{"__proto__":1}')), 'toString')).toBeUndefined()
})

const rules = {
  rules: [
    {
      name: 'big ones',
      when: { json: { 'data.amount': 5 } },
      reply: [{ status: 503 }, { status: 500 }, { status: 201 }],
    },
    { when: { method: 'PUT', path: '/deep/*' }, reply: { status: 202 } },
  ],
  otherwise: [{ status: 404 }, { status: 200 }],
}

test('the first rule that holds answers, each counts its own steps, and the record names it', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: rules })
  const big = '{"data":{"amount":5}}'
  const answers: unknown[] = []
  for (const [method, path, body] of [
    ['POST', '/in/demo', big],
    ['PUT', '/in/demo/deep/1', '{}'],
    ['POST', '/in/demo', '{}'],
    ['POST', '/in/demo', big],
    ['POST', '/in/demo?reply=418', big],
    ['PUT', '/in/demo/deep/2', '{}'],
    ['POST', '/in/demo', big],
    ['POST', '/in/demo', '{}'],
    ['POST', '/in/demo', big],
  ] as const) {
    const { reply } = await sandbox.catch({ method, path, headers: [sized(body)] }, body)
    answers.push([reply.status, reply.kind, reply.rule ?? reply.no_rule, reply.step?.number])
  }
  expect(answers).toEqual([
    [503, 'rule', 'big ones', 1],
    [202, 'rule', 2, undefined],
    [404, 'step', true, 1],
    [500, 'rule', 'big ones', 2],
    [418, 'forced', undefined, undefined],
    [202, 'rule', 2, undefined],
    [201, 'rule', 'big ones', 3],
    [200, 'step', true, 2],
    [201, 'rule', 'big ones', 3],
  ])
})

test('new rules begin at their first steps; without a match and a default, the reply is 200', async () => {
  const sandbox = await startCaptures()
  const { otherwise: _, ...only } = rules
  const big = '{"data":{"amount":5}}'
  const sent = () => sandbox.catch({ headers: [sized(big)] }, big)
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: only })
  expect([(await sent()).reply.status, (await sent()).reply.status]).toEqual([503, 500])
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', { reply: only })
  expect((await sent()).reply.status).toBe(503)
  const other = await sandbox.catch({ headers: [sized('x')] }, 'x')
  expect(other.reply).toMatchObject({ status: 200, kind: 'default', no_rule: true })
})

test('steps go on where they stood when many requests come at once', async () => {
  const sandbox = await startCaptures()
  const steps = Array.from({ length: 40 }, (_, i) => ({ status: 500 + i }))
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { rules: [{ when: {}, reply: steps }] } })
  const answers = await Promise.all(steps.map(() => sandbox.request('POST', '/in/demo', {})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual(steps.map(({ status }) => status))
})

test('a rule by verdict tells signed from unsigned', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', {
    name: 'demo',
    reply: { rules: [{ when: { verdict: 'unsigned' }, reply: { status: 401 } }] },
  })
  expect((await sandbox.catch({ headers: [sized('{}')] }, '{}')).reply).toMatchObject({
    status: 401,
    kind: 'rule',
    rule: 1,
  })
})
