import { expect, test, vi } from 'vitest'
import type { Reply } from '../../server/wire.ts'
import { endpoint as wireEndpoint, reply as wireReply } from '../../server/wire.ts'

// These read the page's address when they load.
vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { answerDraft, answerFields, answerOf, answerWords } = await import('../../ui/endpoint/answer-draft.ts')
const { endpointDraft, endpointFields, limitFields, replyOf } = await import(
  '../../ui/endpoint/endpoint-draft.ts'
)
const { ruleDraft, ruleFields, ruleOf, ruleWords } = await import('../../ui/endpoint/rule-draft.ts')
const { changesOf, flawsOf, isFlawed } = await import('../../ui/form/form.tsx')

const fields = endpointFields({ secret: null })

const known = {
  name: 'mine',
  scheme: null,
  scheme_options: {},
  reply: null,
  forward_to: [],
  rate_limit: null,
}
const replies: [string, Reply][] = [
  [
    'one answer with a header twice',
    {
      status: 200,
      headers: [
        ['set-cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
    },
  ],
  ['one answer', { status: 503, headers: { 'Retry-After': '1' }, body: 'no', delay_ms: 20, body_ms: 10 }],
  ['steps', [{ status: 503 }, { status: 503 }, { status: 200, template: '{"got":{{event}}}' }]],
  ['a reset', { status: 200, outcome: 'reset' }],
  [
    'rules',
    {
      rules: [
        {
          name: 'large',
          when: {
            method: 'POST',
            path: '/orders/*',
            headers: { 'x-a': '*' },
            event: 'card.*',
            json: { 'a.b': 10 },
          },
          reply: [{ status: 500 }, { status: 200 }],
        },
        { when: { verdict: 'failed', json: { word: '10', text: 'plain' } }, reply: { status: 401 } },
      ],
      otherwise: { status: 204 },
    },
  ],
]
test.each(replies)('the form keeps a reply of the sandbox unchanged: %s', (_name, reply) => {
  expect(wireReply.parse(reply)).toEqual(reply)
  const draft = endpointDraft({ ...known, reply })
  expect(replyOf(draft.reply)).toEqual(reply)
  expect(isFlawed(fields, draft)).toBe(false)
})

test('only changes are sent', () => {
  const before = endpointDraft(known)
  expect(changesOf(fields, before, before)).toEqual({})
  const limit = { limit: '5', per: '1s', burst: '9' }
  const changed = { ...before, forward_to: 'http://a\n http://b', rate_limit: limit }
  expect(changesOf(fields, changed, before)).toEqual({
    forward_to: ['http://a', 'http://b'],
    rate_limit: { limit: 5, per: '1s', burst: 9 },
  })
  const limited = endpointDraft({ ...known, scheme: 'stripe', rate_limit: { limit: 5, per: '1m' } })
  const none = { ...limited.rate_limit, limit: '' }
  expect(changesOf(fields, { ...limited, rate_limit: none, scheme: '' }, limited)).toEqual({
    rate_limit: null,
    scheme: null,
  })
  const told = endpointDraft({ ...known, scheme: 'basic', scheme_options: { user: 'ann' } })
  expect(changesOf(fields, { ...told, scheme_options: '{"user":"bob"}' }, told)).toEqual({
    scheme_options: { user: 'bob' },
  })
  expect(changesOf(fields, { ...told, scheme_options: ' ' }, told)).toEqual({ scheme_options: {} })
})

test('a reply typed differently but with the same meaning is not sent, because setting it restarts its steps', () => {
  const before = endpointDraft({ ...known, reply: { status: 201, headers: { 'x-a': 'b' } } })
  const [answer = answerDraft()] = before.reply.answers
  const same = { ...before.reply, answers: [{ ...answer, headers: 'x-a:  b\n', delay_ms: '0' }] }
  expect(changesOf(fields, { ...before, reply: same }, before)).toEqual({})
})

test.each([
  [{ status: '99' }, 'status'],
  [{ status: 'x' }, 'status'],
  [{ delay_ms: '600001' }, 'delay_ms'],
  [{ body_ms: '-1' }, 'body_ms'],
  [{ headers: 'no colon' }, 'headers'],
  [{ headers: 'a b: c' }, 'headers'],
  [{ headers: 'Content-Length: 3' }, 'headers'],
  [{ template: 'on', body: '{{evnt}}' }, 'body'],
] as const)('a response reports the problem of %j, as the sandbox does', (change, field) => {
  const draft = { ...answerDraft(), ...change }
  expect(Object.keys(flawsOf(answerFields, draft))).toEqual([field])
  expect(wireReply.safeParse(answerOf(draft)).success).toBe(false)
})

test('the sandbox accepts all that the form accepts', () => {
  const draft = {
    ...answerDraft(),
    status: '599',
    delay_ms: '600000',
    headers: 'X-A: b',
    body: '{{json.a}}',
    template: 'on',
  }
  expect(flawsOf(answerFields, draft)).toEqual({})
  expect(wireReply.safeParse(answerOf(draft)).success).toBe(true)
  expect(answerWords(draft)).toBe('599 after 10 min')
  expect(answerWords({ ...draft, delay_ms: 'soon' })).toBe('599 after soon ms')
  expect(answerWords({ ...draft, outcome: 'hang', delay_ms: '' })).toBe('no response')
})

test('a body is checked as a template only if it is one', () => {
  const draft = { ...answerDraft(), template: 'on' }
  const isWrong = (body: string, change = {}) =>
    'body' in flawsOf(answerFields, { ...draft, body, ...change })
  expect(isWrong('{{event}} {{header.X}} {{json[0].id}}')).toBe(false)
  expect(isWrong('{{evnt}}')).toBe(true)
  expect(isWrong('a {{now')).toBe(true)
  expect(isWrong('{{evnt}}', { template: '' })).toBe(false)
})

test('a rule shows its conditions and its problems', () => {
  const rule = { ...ruleDraft(), method: 'POST', event: 'card.*', json: 'data.amount = 10\nname = x' }
  expect(ruleWords(rule)).toBe('POST · event card.* · data.amount = 10 · name = x')
  expect(ruleWords(ruleDraft())).toBe('always')
  expect(ruleOf(rule).when).toEqual({
    method: 'POST',
    event: 'card.*',
    json: { 'data.amount': 10, name: 'x' },
  })
  expect(
    Object.keys(flawsOf(ruleFields, { ...rule, path: 'orders', headers: 'x', json: 'y', method: 'P OST' })),
  ).toEqual(['method', 'path', 'headers', 'json'])
})

test('an endpoint reports the problems of its own fields', () => {
  const draft = endpointDraft(null)
  const added = endpointFields(null)
  expect(flawsOf(added, draft)).toEqual({})
  expect(Object.keys(flawsOf(added, draft, true))).toEqual(['name'])
  const wrong = { limit: '0', per: '1', burst: 'x' }
  expect(Object.keys(flawsOf(limitFields, wrong))).toEqual(['limit', 'per', 'burst'])
  expect(
    Object.keys(
      flawsOf(added, {
        ...draft,
        name: 'a b',
        scheme: 'basic',
        scheme_options: '[1]',
        forward_to: 'localhost:3000',
        rate_limit: wrong,
        reply: { ...draft.reply, answers: [{ ...answerDraft(), status: '99' }] },
      }),
    ),
  ).toEqual(['name', 'scheme_options', 'reply', 'forward_to', 'rate_limit'])
  expect('reply' in flawsOf(added, { ...draft, reply: { ...draft.reply, hasRules: true } })).toBe(true)
  const limited = { ...draft, rate_limit: { ...draft.rate_limit, limit: '5' } }
  expect(wireEndpoint.shape.rate_limit.safeParse(changesOf(added, limited, draft).rate_limit).success).toBe(
    true,
  )
})
