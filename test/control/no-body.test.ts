import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'

test.each([
  ['/events', 'event must be the name of an event', 'Send a JSON object, such as {"event":"card.created"}.'],
  ['/traffic', 'rate must be a number', 'Send a JSON object, such as {"rate":5}.'],
  ['/endpoints', 'name is missing', 'Send a JSON object with name.'],
  ['/armed-errors', 'give exactly one of code, status', 'Send one JSON object.'],
])('POST %s with no body says that there is none, and what to send', async (path, wants, fix) => {
  const sandbox = await startSandbox()
  for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
    const answer = await fetch(`${sandbox.url}/sandbox${path}`, { method: 'POST', headers })
    const { error } = (await answer.json()) as { error: { code: string; message: string; fix: string } }
    expect([answer.status, error.code]).toEqual([400, 'body_malformed'])
    expect(error.message).toContain(`The request has no body: ${wants}`)
    expect(error.fix).toBe(fix)
  }
  const object = await sandbox.request('POST', `/sandbox${path}`, {})
  expect(object).toMatchObject({ status: 422, body: { error: { code: 'invalid_field' } } })
})

test('where nothing is wanted, no body is as good as an empty object', async () => {
  const sandbox = await startSandbox()
  const answer = await fetch(`${sandbox.url}/sandbox/clock`, { method: 'POST' })
  expect(answer.status).toBe(200)
})
