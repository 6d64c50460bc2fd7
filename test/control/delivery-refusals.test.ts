import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'

interface Refusal {
  error: { code: string; message: string; fix: string }
}

test('a time that is longer ago than can be written is refused, as a number is, and nothing is sent again', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.trigger('card.created', { subscription_id: id })
  await sandbox.settle()
  for (const since of ['99999999999d', 5]) {
    const { status, body } = await sandbox.request<Refusal>('POST', '/sandbox/deliveries/resend', { since })
    expect([status, body.error.code]).toEqual([422, 'invalid_field'])
    expect(body.error.message).toMatch(
      /^since: must be a duration such as 5m, counted back from now, or a time such as /,
    )
  }
  expect(await sandbox.deliveries()).toHaveLength(1)
})

test.each([
  [{ scheme: 'strpe' }, /^scheme: is not a scheme; the schemes are standard-webhooks, .*, custom\.$/],
  [{ url: '127.0.0.1:9' }, /^url: must be an absolute http or https URL\.$/],
  [{ ordered: true, secret: 'x!' }, /^secret: /],
  [{ retry_delays: '5m' }, /^retry_delays: must be a list of durations, such as \["1m", "5m"\]\.$/],
  [{ retry_delays: [5] }, /^retry_delays\.0: must be a duration such as "10s"/],
  [{ orderd: true }, /^body: Unrecognized key: "orderd"\.$/],
  // A timer would end before.
  [{ timeout_ms: 2_147_483_648 }, /^timeout_ms: must be at most 2147483647\.$/],
  [{ scheme: 'custom', scheme_options: { headers: { Host: '{signature}' } } }, /Host: is set by/],
])('%j is refused with what is wrong in it', async (body, message) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  const answer = await sandbox.request<Refusal>('PATCH', `/sandbox/subscriptions/${id}`, body)
  expect(answer.status).toBe(422)
  expect(answer.body.error.message).toMatch(message)
})

test('a scheme that is near to one is answered by it, once', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  const answer = await sandbox.request<Refusal>('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'strpe' })
  const { message, fix } = answer.body.error
  expect(`${message} ${fix}`.match(/Did you mean stripe\?/g)).toHaveLength(1)
})

test.each(['100%:25', 'caf%C3:%A9'])(
  'the login %s is one only with both its sides read as one, and refused',
  async (login) => {
    const sandbox = await startSandbox()
    const { id } = await sandbox.subscribe(`${sandbox.url}/in/x`)
    const made = await sandbox.trigger('card.created', { subscription_id: id })
    const url = `http://${login}@127.0.0.1:9/`
    const again = `/sandbox/deliveries/${made.deliveries[0]?.id}/resend`
    for (const [path, body] of [
      [again, { url }],
      ['/sandbox/endpoints', { name: 'x', forward_to: [url] }],
    ] as const) {
      const answer = await sandbox.request<Refusal>('POST', path, body)
      expect(answer.status).toBe(422)
      expect(answer.body.error.message).toContain('has a user or password that cannot be decoded')
    }
  },
)

test('a day is a time too, for all that match as for the list', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T10:00:00Z' })
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.trigger('card.created', { subscription_id: id })
  await sandbox.settle()
  const resent = async (since: string) =>
    (await sandbox.post<{ counts: { deliveries: number } }>('/sandbox/deliveries/resend', { since })).counts
  expect(await resent('2026-01-02')).toMatchObject({ deliveries: 0 })
  expect(await resent('2026-01-01')).toMatchObject({ deliveries: 1 })
})

test.each([
  ['headers', { headers: { 'x-a\r\nx-b': '1' } }],
  ['a field', { 'a\r\nb': 1 }],
  ['the fault', { fault: 'drop\r\nx' }],
])('a refusal that quotes a line break in %s stays one line', async (_, body) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/x`)
  const made = await sandbox.trigger('card.created', { subscription_id: id })
  const again = `/sandbox/deliveries/${made.deliveries[0]?.id}/resend`
  const answer = await sandbox.request<Refusal>('POST', again, body)
  expect(answer.status).toBe(422)
  expect(answer.body.error.message).toContain('␍␊')
  expect(`${answer.body.error.message}${answer.body.error.fix}`).not.toMatch(/\p{Cc}/u)
})
