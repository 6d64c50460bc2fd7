import { expect, test } from 'vitest'
import type { Reply } from '../../server/wire.ts'
import { endpoint as wireEndpoint, reply as wireReply } from '../../server/wire.ts'
import { answerDraft, answerOf, answerProblems, answerWords } from '../../ui/endpoint/answer-draft.ts'
import {
  changesOf,
  endpointDraft,
  endpointProblems,
  isFlawed,
  replyOf,
} from '../../ui/endpoint/endpoint-draft.ts'
import { ruleDraft, ruleOf, ruleProblems, ruleWords } from '../../ui/endpoint/rule-draft.ts'

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
  expect(replyOf(draft)).toEqual(reply)
  expect(isFlawed(draft)).toBe(false)
})

test('only changes are sent', () => {
  const before = endpointDraft(known)
  expect(changesOf(before, before)).toEqual({ name: 'mine' })
  expect(changesOf({ ...before, forward: 'http://a\n http://b', limit: '5', burst: '9' }, before)).toEqual({
    name: 'mine',
    forward_to: ['http://a', 'http://b'],
    rate_limit: { limit: 5, per: '1s', burst: 9 },
  })
  const limited = endpointDraft({ ...known, scheme: 'stripe', rate_limit: { limit: 5, per: '1m' } })
  expect(changesOf({ ...limited, limit: '', scheme: '' }, limited)).toEqual({
    name: 'mine',
    rate_limit: null,
    scheme: null,
  })
  const told = endpointDraft({ ...known, scheme: 'basic', scheme_options: { user: 'ann' } })
  expect(changesOf({ ...told, options: '{"user":"bob"}' }, told)).toEqual({
    name: 'mine',
    scheme_options: { user: 'bob' },
  })
  expect(changesOf({ ...told, options: ' ' }, told)).toEqual({ name: 'mine', scheme_options: {} })
})

test.each([
  [{ status: '99' }, 'status'],
  [{ status: 'x' }, 'status'],
  [{ delay: '600001' }, 'delay'],
  [{ slow: '-1' }, 'slow'],
  [{ headers: 'no colon' }, 'headers'],
  [{ headers: 'a b: c' }, 'headers'],
  [{ headers: 'Content-Length: 3' }, 'headers'],
  [{ isTemplate: true, body: '{{evnt}}' }, 'body'],
] as const)('a response reports the problem of %j, as the sandbox does', (change, field) => {
  const draft = { ...answerDraft(), ...change }
  expect(Object.keys(answerProblems(draft))).toEqual([field])
  expect(wireReply.safeParse(answerOf(draft)).success).toBe(false)
})

test('the sandbox accepts all that the form accepts', () => {
  const draft = {
    ...answerDraft(),
    status: '599',
    delay: '600000',
    headers: 'X-A: b',
    body: '{{json.a}}',
    isTemplate: true,
  }
  expect(answerProblems(draft)).toEqual({})
  expect(wireReply.safeParse(answerOf(draft)).success).toBe(true)
  expect(answerWords(draft)).toBe('599 after 10 min')
  expect(answerWords({ ...draft, delay: 'soon' })).toBe('599 after soon ms')
  expect(answerWords({ ...draft, outcome: 'hang', delay: '' })).toBe('no response')
})

test('a body is checked as a template only if it is one', () => {
  const draft = { ...answerDraft(), isTemplate: true }
  const isFlawed = (body: string, change = {}) => 'body' in answerProblems({ ...draft, body, ...change })
  expect(isFlawed('{{event}} {{header.X}} {{json[0].id}}')).toBe(false)
  expect(isFlawed('{{evnt}}')).toBe(true)
  expect(isFlawed('a {{now')).toBe(true)
  expect(isFlawed('{{evnt}}', { isTemplate: false })).toBe(false)
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
    Object.keys(ruleProblems({ ...rule, path: 'orders', headers: 'x', json: 'y', method: 'P OST' })),
  ).toEqual(['method', 'path', 'headers', 'json'])
})

test('an endpoint reports the problems of its own fields', () => {
  const draft = endpointDraft(null)
  expect(endpointProblems(draft)).toEqual({})
  expect(
    Object.keys(
      endpointProblems({
        ...draft,
        name: 'a b',
        options: '[1]',
        forward: 'localhost:3000',
        limit: '0',
        per: '1',
        burst: 'x',
      }),
    ),
  ).toEqual(['name', 'options', 'forward', 'limit', 'per', 'burst'])
  expect(isFlawed({ ...draft, hasRules: true })).toBe(true)
  expect(
    wireEndpoint.shape.rate_limit.safeParse(changesOf({ ...draft, limit: '5' }, draft).rate_limit).success,
  ).toBe(true)
})
