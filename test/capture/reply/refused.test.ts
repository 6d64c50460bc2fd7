import { expect, test } from 'vitest'
import type { ControlError } from '../../../server/wire.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

test.each([
  [{ reply: 503 }, 'reply: must be {status, headers, body, template', undefined],
  [{ reply: { status: 99 } }, 'reply.status: must be a status from 200 to 599.', undefined],
  [
    { reply: { delay_ms: '5s' } },
    'reply.delay_ms: must be a whole number of ms from 0 to 600000.',
    undefined,
  ],
  [{ reply: { statuss: 503 } }, 'reply: Unrecognized key: "statuss".', 'Did you mean status?'],
  [
    { reply: [{ status: 200 }, { delay: 5 }] },
    'reply.1: Unrecognized key: "delay".',
    'Valid: status, headers',
  ],
  [{ reply: [] }, 'reply: must contain at least one step.', undefined],
  [
    { reply: { template: '{{jsn.id}}' } },
    'reply.template: {{jsn.id}} is not a placeholder; did you mean {{json.id}}?',
    undefined,
  ],
  [
    { reply: { template: '{{count' } },
    'reply.template: has {{ at character 1 without a }} after it.',
    undefined,
  ],
  [
    { reply: { template: 'a', body: 'b' } },
    'reply.template: cannot be combined with body: keep only one of them.',
    undefined,
  ],
  [
    { reply: { outcome: 'reset', body: 'b' } },
    'reply.body: cannot be combined with the outcome reset.',
    undefined,
  ],
  [
    { reply: { outcome: 'hang', status: 503 } },
    'reply.status: cannot be combined with the outcome hang.',
    undefined,
  ],
  [{ reply: { outcome: 'rest' } }, 'reply.outcome: must be reset or hang.', undefined],
  [
    { reply: { headers: { 'Content-Length': '3' } } },
    'reply.headers.Content-Length: is written by the server itself.',
    undefined,
  ],
  [
    { reply: { headers: [['Content-Length', '3']] } },
    'reply.headers.0.0: is written by the server itself.',
    undefined,
  ],
  [{ reply: { headers: [['X-A']] } }, 'reply.headers.0: must be a pair of name and value.', undefined],
  [{ reply: { headers: 'X-A: 1' } }, 'reply.headers: must be names and values, or a list', undefined],
  [{ reply: { rules: [] } }, 'reply.rules: must contain at least one rule.', undefined],
  [{ reply: { rules: [{ when: {} }] } }, 'reply.rules.0.reply: must be {status', undefined],
  [
    { reply: { rules: [{ when: { evnt: 'a' }, reply: {} }] } },
    'reply.rules.0.when: Unrecognized key: "evnt".',
    'Did you mean event?',
  ],
  [
    { reply: { rules: [{ when: { path: 'orders' }, reply: {} }] } },
    'reply.rules.0.when.path: must begin with / or *',
    undefined,
  ],
  [
    { reply: { rules: [{ when: { verdict: 'ok' }, reply: {} }] } },
    'reply.rules.0.when.verdict: must be one of verified',
    undefined,
  ],
  [
    { reply: { rules: [{ when: {}, reply: { status: 1 } }] } },
    'reply.rules.0.reply.status: must be a status',
    undefined,
  ],
  [
    { reply: { rules: [{ when: {}, reply: {} }], otherwis: {} } },
    'reply: Unrecognized key: "otherwis".',
    'Did you mean otherwise?',
  ],
  [{ rate_limit: { limit: 5, per: '1x' } }, 'rate_limit.per: must be a duration such as', undefined],
  [{ rate_limit: { limit: 5, per: '0' } }, 'rate_limit.per: must be at least 1ms.', undefined],
  [
    { rate_limit: { limit: 0, per: '1s' } },
    'rate_limit.limit: must be a whole number from 1 to 1000000.',
    undefined,
  ],
  [{ rate_limit: { limt: 5, per: '1s' } }, 'rate_limit', 'Did you mean limit?'],
  [{ rate_limit: 5 }, 'rate_limit: must be {limit, per, burst}', undefined],
  [{ forward_to: 'ftp://x' }, 'forward_to: must be an absolute http or https URL.', undefined],
  [{ forward_to: ['http://a.test', 5] }, 'forward_to.1: must be a string.', undefined],
  [{ forward_to: 'http://u:p@a.test/' }, 'forward_to: must not contain a user or password.', undefined],
  [{ forward_to: 'http://a.test/#x' }, 'forward_to: must not contain a fragment (#).', undefined],
  [{ forward_to: Array(11).fill('http://a.test') }, 'forward_to: must be at most 10 addresses.', undefined],
  [{ forwardto: 'http://a.test' }, 'body: Unrecognized key: "forwardto".', 'Did you mean forward_to?'],
])('%j is refused with its place and the nearest right thing', async (settings, says, fix) => {
  const sandbox = await startSandbox()
  const { status, body } = await sandbox.request<ControlError>('POST', '/sandbox/endpoints', {
    name: 'demo',
    ...settings,
  })
  expect([status, body.error.code]).toEqual([422, 'invalid_field'])
  expect(body.error.message).toContain(says)
  if (fix !== undefined) expect(body.error.fix).toContain(fix)
  expect((await sandbox.request('GET', '/sandbox/endpoints/demo')).status).toBe(404)
})
