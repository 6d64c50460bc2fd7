import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makesJson, render } from '../../../server/capture/reply/render.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { readTemplate } from '../../../server/words/reply-template.ts'
import { anyLetter } from '../../helpers/any-letter.ts'
import { sample } from '../../helpers/long.ts'
import { runsOf } from '../../helpers/runs.ts'
import { sized, startCaptures, statusOf } from '../world.ts'

const sent = Buffer.from(
  '{"event":"card.created","data":{"id":"c\\"1","n":2.50,"list":[10,20],"no":null,"o":{"k":1}}}',
)
const facts = (over: { body?: Buffer | null } & Record<string, unknown> = {}) => ({
  method: 'POST',
  path: '/in/demo/a%20b',
  rest: '/a%20b',
  query: 'x=1&y=caf%C3%A9',
  headers: [
    ['Webhook-Id', 'msg_1'],
    ['X-Twice', 'a'],
    ['x-twice', 'b'],
    ['X-City', 'ZÃ¼rich'],
    ['X-Old', 'Zürich'],
  ] as HeaderPair[],
  body: sent,
  meant: over.body === undefined ? sent : over.body,
  event: 'card.created',
  verdict: 'verified' as const,
  endpoint: 'demo',
  captureId: 'cap_1',
  webhookId: 'msg_1',
  deliveryId: null,
  now: 1_767_258_000_123_456,
  count: 3,
  ...over,
})
const filled = (template: string, over: Record<string, unknown> = {}, json = false) =>
  render(template, { facts: facts(over), json }).toString('utf8')

test.each([
  ['{{method}} {{path}}?{{query}}', 'POST /in/demo/a%20b?x=1&y=caf%C3%A9'],
  ['{{query.x}}{{query.y}}{{query.none}}', '1café'],
  ['{{header.webhook-id}} {{header.X-TWICE}} [{{header.none}}]', 'msg_1 a, b []'],
  ['{{header.X-City}} {{header.x-old}}', 'Zürich Zürich'],
  ['{{json.data.id}} {{json.data.n}} {{json.data.list.1}}', 'c"1 2.50 20'],
  ['[{{json.data.no}}{{json.data.none}}{{json.toString}}]', '[]'],
  ['{{json["data"].list[1]}} {{json["data"]["id"]}} {{json["a b"]}}', '20 c"1 '],
  ['{{json.data.o}} {{json.data.list}}', '{"k":1} [10,20]'],
  [
    '{{ event }}/{{verdict}}/{{endpoint}}/{{webhook_id}}/{{delivery_id}}/{{capture_id}}',
    'card.created/verified/demo/msg_1//cap_1',
  ],
  ['{{now}} {{unix}} {{count}}', '2026-01-01T09:00:00.123456Z 1767258000 3'],
  ['}} { } {a} {{count}}}}', '}} { } {a} 3}}'],
])('as text, %s becomes %s', (template, expected) => {
  expect(filled(template)).toBe(expected)
})

test('numbers keep their digits, and objects their order', () => {
  const meant = Buffer.from('{"amount": 10.00, "id":12345678901234567890,"o":{"2":1,"1":1.50}}')
  const template = '{"a":{{json.amount}},"i":"{{json.id}}","o":{{json.o}}}'
  expect(filled(template, { meant }, true)).toBe(
    '{"a":10.00,"i":"12345678901234567890","o":{"2":1,"1":1.50}}',
  )
})

test('the body goes back byte for byte, also where it is no text', () => {
  const body = Buffer.from([0, 255, 254, 10, 128])
  const made = render('<{{body}}>', { facts: facts({ body }), json: false })
  expect(made).toEqual(Buffer.concat([Buffer.from('<'), body, Buffer.from('>')]))
})

test.each([
  ['{"id": "{{json.data.id}}"}', { id: 'c"1' }],
  ['{"id": {{json.data.id}}}', { id: 'c"1' }],
  ['{"n": {{json.data.n}}, "t": "{{json.data.n}}"}', { n: 2.5, t: '2.50' }],
  ['{"none": {{json.data.none}}, "t": "{{json.data.none}}"}', { none: null, t: '' }],
  ['{"o": {{json.data.o}}, "t": "{{json.data.o}}"}', { o: { k: 1 }, t: '{"k":1}' }],
  ['{"said \\"{{event}}\\" \\\\": {{json}}}', { 'said "card.created" \\': JSON.parse(sent.toString()) }],
  ['[{{count}}, {{now}}]', [3, '2026-01-01T09:00:00.123456Z']],
])('as JSON, %s is %j', (template, expected) => {
  expect(makesJson(template, [])).toBe(true)
  expect(JSON.parse(filled(template, {}, true))).toEqual(expected)
})

test('whatever a request holds, a template of JSON makes JSON that says it', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter }), fc.jsonValue(), (text, value) => {
      const body = Buffer.from(JSON.stringify({ text, value }))
      const headers = [['x', text]]
      const made = filled(
        '{"in": "<{{json.text}}>", "out": {{json.value}}, "h": "{{header.x}}"}',
        { body, headers },
        true,
      )
      const read = JSON.parse(body.toString()) as { text: string; value: unknown }
      expect(JSON.parse(made)).toEqual({
        in: `<${read.text}>`,
        out: read.value,
        h: Buffer.from(text).toString(),
      })
    }),
    runsOf({ seed: 6, numRuns: sample(100, 300) }),
  )
})

test.each([
  ['{"a": 1}', [], true],
  [' [1]', [], true],
  ['{{body}}', [], false],
  ['hello', [['content-type', 'application/problem+json; charset=utf-8']], true],
  ['{"a": 1}', [['Content-Type', 'text/plain']], false],
] as [string, HeaderPair[], boolean][])('%s with %j makes JSON: %s', (template, headers, expected) => {
  expect(makesJson(template, headers)).toBe(expected)
})

test.each([
  ['{{jsn.data}}', '{{jsn.data}} is not a placeholder; did you mean {{json.data}}?'],
  ['{{heder.X-Id}}', '{{heder.X-Id}} is not a placeholder; did you mean {{header.X-Id}}?'],
  ['{{webhookid}}', '{{webhookid}} is not a placeholder; did you mean {{webhook_id}}?'],
  ['{{}}', '{{}} is not a placeholder; there are method, path, '],
  ['{{json.}}', '{{json.}} is not a placeholder; did you mean {{json.name}}?'],
  ['{{json[x]}}', '{{json[x]}} is not a placeholder; '],
  ['{{json["x]}}', '{{json["x]}} is not a placeholder'],
  ['ok {{count', 'has {{ at character 4 without a }} after it'],
])('%s cannot be read: %s', (template, says) => {
  const read = readTemplate(template)
  expect('flaw' in read && read.flaw.slice(0, says.length)).toBe(says)
})

test('an answer is made from the request, counted, typed as what it is, and written down as it was', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', {
    name: 'demo',
    reply: { template: '{"got": {{json.id}}, "as": "{{capture_id}}", "n": {{count}}}' },
  })
  const body = Buffer.from('{"id": "über"}')
  await sandbox.catch({ headers: [sized(body)] }, body)
  const { answer, id } = await sandbox.catch({ headers: [sized(body)] }, body)
  const [head = '', text = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/content-type: application\/json/i)
  expect(JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))).toEqual({ got: 'über', as: id, n: 2 })
})

test('an echo of bytes over a socket is those bytes', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { template: '{{body}}' } })
  const body = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
  const { answer } = await sandbox.catch({ headers: [sized(body)] }, body)
  expect(Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1')).toEqual(body)
})

test('JSON of thousands of levels is put as it is, and the record tells what was answered', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', {
    name: 'demo',
    reply: { template: '{"got": {{json}}, "part": {{json.a}}, "text": "{{json.a}}"}' },
  })
  const deep = `${'['.repeat(20_000)}{"x":[1,"é",null],"y":{}},2${']'.repeat(20_000)}`
  const body = Buffer.from(`{"a":${deep}}`)
  const { answer, reply } = await sandbox.catch({ headers: [sized(body)] }, body)
  expect([statusOf(answer), reply.status, reply.kind]).toEqual([200, 200, 'template'])
  const text = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString('utf8')
  const asText = JSON.stringify(deep).slice(1, -1)
  expect(text).toBe(`{"got": {"a":${deep}}, "part": ${deep}, "text": "${asText}"}`)
})

test('a template that becomes too large is answered 500, and the record says so', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { template: '{{body}}'.repeat(40) } })
  const body = Buffer.alloc(1_000_000, 'x')
  const { answer, reply } = await sandbox.catch({ headers: [sized(body)] }, body)
  expect([statusOf(answer), reply.status]).toEqual([500, 500])
  const why = 'the result is larger than 33554432 bytes'
  expect(answer).toContain(why)
  expect(reply).toMatchObject({ kind: 'template', template_problem: why })
})
