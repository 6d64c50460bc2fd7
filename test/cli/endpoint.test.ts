import { expect, test } from 'vitest'
import { type SettingFlags, settingsOf } from '../../server/cli/endpoint/settings.ts'
import type { Endpoint } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'

test('set makes an endpoint, then changes only what is named', async () => {
  const sandbox = await startSandbox()
  const url = `${sandbox.url}/in/demo`
  const steps = 'responds 503 after 500 ms, then reset after 500 ms, then 200 after 500 ms'
  const made = await runAt(sandbox, 'endpoint', 'set', 'demo', '--steps', '503,reset,200', '--delay', '500ms')
  expect(made).toMatchObject({ code: 0, log: [], out: [`${url} ${steps}; 0 captures`] })
  const to = ['--forward', 'http://127.0.0.1:3000/a', '--forward', 'http://127.0.0.1:3001/b']
  const more = ['--rate', '5/1m', '--burst', '9', '--scheme', 'stripe', '--secret', 'whsec_a']
  expect((await runAt(sandbox, 'endpoint', 'set', 'demo', ...to, ...more)).out).toEqual([
    `${url} forwards to http://127.0.0.1:3000/a and http://127.0.0.1:3001/b, else ${steps}; at most 5 per 1m, 9 at once; 0 captures`,
    '  only accepts signatures of stripe',
    '  secret whsec_a',
  ])
  const told = ['--scheme', 'basic', '--scheme-option', 'user=alice']
  expect((await runAt(sandbox, 'endpoint', 'set', 'demo', ...told)).out.slice(1, 3)).toEqual([
    '  only accepts signatures of basic',
    '  scheme options {"user":"alice"}',
  ])
  const off = ['--no-reply', '--no-forward', '--no-rate', '--no-scheme', '--no-secret']
  const { out } = await runAt(sandbox, 'endpoint', 'set', 'demo', ...off, '--json')
  expect(JSON.parse(out.join())).toMatchObject({
    endpoint: { reply: null, forward_to: [], rate_limit: null, scheme: null, secret: null },
  })
})

test('set and show tell what is answered beside the status; the list does not', async () => {
  const sandbox = await startSandbox()
  const url = `${sandbox.url}/in/demo`
  const set = (...flags: string[]) => runAt(sandbox, 'endpoint', 'set', 'demo', ...flags)
  expect((await set('--steps', '503,reset')).out).toEqual([`${url} responds 503, then reset; 0 captures`])
  expect((await set('--reply', '503', '--body', '{"a": 1}')).out).toEqual([
    `${url} responds 503; 0 captures`,
    '  responds 503 with {"body":"{\\"a\\": 1}"}',
  ])
  const rules = [{ when: { event: 'card.*' }, reply: [{ status: 503, headers: { 'Retry-After': '5' } }, {}] }]
  await set('--reply-json', JSON.stringify({ rules, otherwise: { template: '{{event}}' } }))
  expect((await runAt(sandbox, 'endpoint', 'show', 'demo')).out).toEqual([
    `${url} responds by 1 rule, otherwise 200; 0 captures`,
    '  rule 1: 503 with {"headers":{"Retry-After":"5"}}, then 200 where {"event":"card.*"}',
    '  otherwise 200 with {"template":"{{event}}"}',
  ])
  expect((await runAt(sandbox, 'endpoint', 'list')).out).toEqual([
    `${url} responds by 1 rule, otherwise 200; 0 captures`,
  ])
})

test('an endpoint that forwards without a reply shows 502 as its fallback', async () => {
  const sandbox = await startSandbox()
  const nobody = 'http://127.0.0.1:1/a'
  const { out } = await runAt(sandbox, 'endpoint', 'set', 'demo', '--forward', nobody)
  expect(out).toEqual([`${sandbox.url}/in/demo forwards to ${nobody}, else responds 502; 0 captures`])
  expect((await sandbox.request('POST', '/in/demo', {})).status).toBe(502)
})

test('set changes the delay or the body of an answer, and keeps the rest of it', async () => {
  const sandbox = await startSandbox()
  const replyAfter = async (reply: object, ...flags: string[]) => {
    await sandbox.post('/sandbox/endpoints', { name: 'demo', reply })
    const { out } = await runAt(sandbox, 'endpoint', 'set', 'demo', ...flags, '--json')
    return JSON.parse(out.join()).endpoint.reply
  }
  const busy = { status: 503, headers: { 'Retry-After': '5' }, body: 'busy' }
  expect(await replyAfter(busy, '--delay', '200ms')).toEqual({ ...busy, delay_ms: 200 })
  expect(await replyAfter([busy, { status: 200, delay_ms: 9 }], '--delay', '200ms')).toEqual([
    { ...busy, delay_ms: 200 },
    { status: 200, delay_ms: 200 },
  ])
  expect(await replyAfter({ status: 201, template: '{{event}}', delay_ms: 9 }, '--body', 'told')).toEqual({
    status: 201,
    body: 'told',
    delay_ms: 9,
  })
  const rule = { name: 'big', when: { event: 'card.*' }, reply: [{ status: 503, template: '{{event}}' }] }
  expect(await replyAfter({ rules: [rule] }, '--delay', '200ms')).toEqual({
    rules: [{ ...rule, reply: [{ ...rule.reply[0], delay_ms: 200 }] }],
    otherwise: { status: 200, delay_ms: 200 },
  })
})

test('list, show and remove print the endpoints', async () => {
  const sandbox = await startSandbox()
  expect((await runAt(sandbox, 'endpoint', 'list')).log).toEqual([
    'There are no endpoints.',
    `Create an endpoint with: webhook-sandbox endpoint set NAME --url ${sandbox.url}`,
  ])
  const rules = [{ name: 'big', when: { event: 'card.*' }, reply: [{ status: 503 }, {}] }]
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { rules, otherwise: { status: 204 } } })
  await sandbox.request('POST', '/in/demo', {})
  expect((await runAt(sandbox, 'endpoint', 'show', 'demo')).out).toEqual([
    `${sandbox.url}/in/demo responds by 1 rule, otherwise 204; 1 capture`,
    '  rule 1 “big”: 503, then 200 where {"event":"card.*"}',
  ])
  expect((await runAt(sandbox, 'endpoint', 'remove', 'demo')).out).toEqual([
    'Endpoint demo is removed; its captures stay',
  ])
  expect((await sandbox.get<{ endpoints: Endpoint[] }>('/sandbox/endpoints')).endpoints).toEqual([])
})

test.each([
  [['--rate', '5'], 'Give a number of requests and a period, such as 5/1s.'],
  ...[
    '3000,3001',
    'http://127.0.0.1:3000/a,http://127.0.0.1:3001/b',
    'localhost:3000/a, localhost:3001/b',
  ].map((given): [string[], string] => [
    ['--forward', given],
    `${given} contains more than one address. Repeat the option or the command for each address.`,
  ]),
  [
    ['--reply', 'rest'],
    'rest is not a response. Did you mean reset? Give a status such as 503, or reset, or hang.',
  ],
  [['--steps', '503,later,200'], 'later is not a response. Give a status such as 503, or reset, or hang.'],
  [['--steps', '503,,200'], 'One value of the option --steps is empty. If a shell variable gives the value'],
])('set %j is refused with its reason', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, log } = await runAt(sandbox, 'endpoint', 'set', 'demo', ...args)
  expect(code).toBe(1)
  expect(log.join()).toContain(says)
})

test.each<[SettingFlags, Record<string, unknown>]>([
  [{}, {}],
  [{ reply: '503' }, { reply: { status: 503 } }],
  [{ reply: 'hang', delay: 20 }, { reply: { outcome: 'hang', delay_ms: 20 } }],
  [{ body: 'hello' }, { reply: { body: 'hello' } }],
  [
    { steps: ['503', '200'], body: 'x' },
    {
      reply: [
        { status: 503, body: 'x' },
        { status: 200, body: 'x' },
      ],
    },
  ],
  [{ replyJson: '{"template": "{{event}}"}' }, { reply: { template: '{{event}}' } }],
  [{ rate: { limit: 5, per: '1s' }, burst: 9 }, { rate_limit: { limit: 5, per: '1s', burst: 9 } }],
  [{ forward: ['http://a.test'] }, { forward_to: ['http://a.test'] }],
  [{ schemeOption: ['user=a=b', 'n:=1'] }, { scheme_options: { user: 'a=b', n: 1 } }],
  [{ schemeOption: false }, { scheme_options: null }],
  [
    { reply: false, rate: false, forward: false },
    { reply: null, rate_limit: null, forward_to: null },
  ],
])('%j sets %j', (flags, settings) => {
  expect(settingsOf(flags)).toEqual(settings)
})

test.each<[SettingFlags, string]>([
  [{ schemeOption: ['user'] }, '--scheme-option user has no value.'],
  [{ reply: '503', steps: ['200'] }, 'were given together'],
  [{ replyJson: '{"status": ' }, '--reply-json is not valid JSON'],
  [{ burst: 5 }, 'needs --rate'],
  [{ reply: false, delay: 1 }, 'need --reply or --steps'],
])('%j contradicts itself: %s', (flags, says) => {
  expect(() => settingsOf(flags)).toThrow(says)
})
