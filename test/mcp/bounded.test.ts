/** No result of a tool is larger than its bound, whatever the sandbox holds. */
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { bounded, mostBytes } from '../../server/mcp/bounded.ts'
import { tools } from '../../server/mcp/tools.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { connectAssistant } from './client.ts'

const sizeOf = (result: object) => Buffer.byteLength(JSON.stringify(result))
const rest = 'Ask for less.'

test.each([
  ['a long text', 'é'.repeat(100_000), {}],
  ['a text of control characters', '\u0001'.repeat(100_000), {}],
  ['a long body', 'short', { body: 'x'.repeat(1_000_000) }],
  ['many rows', 'short', { rows: Array.from({ length: 1000 }, (_, at) => ({ at, body: 'x'.repeat(1000) })) }],
  [
    'many members',
    'short',
    Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at}`.repeat(50), at])),
  ],
])('%s is cut', (_name, text, structured) => {
  const result = bounded(text, structured, rest)
  expect(sizeOf(result)).toBeLessThanOrEqual(mostBytes)
  expect(result.structuredContent).toMatchObject({ left_out: rest })
})

test('what fits stays as it is', () => {
  expect(bounded('short', { a: [1] }, rest)).toEqual({
    content: [{ type: 'text', text: 'short' }],
    structuredContent: { a: [1] },
  })
})

test('each tool keeps the bound in a sandbox with many rows and bodies of 1 MB', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 3_000_000, delivery: { timeout: '30s' } })
  const refuse = (response: ServerResponse) => void response.writeHead(400).end('no '.repeat(400_000))
  const receiver = await startReceiver([refuse])
  // The wrong ways of signing that a check tries are answered in short; where the first are accepted, no others are tried.
  const accepted = sample(10, 0)
  const refusing = await startReceiver([refuse, ...Array.from({ length: accepted }, () => 200), 400])
  const text = 'x'.repeat(1_000_000)
  const rows = sample(80, 1000)
  await sandbox.get('/sandbox/health')
  const { call } = await connectAssistant(sandbox.url)
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sandbox.url}/in/large?q=${'q'.repeat(5000)}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text }),
  })
  for (let at = 0; at < 50; at++)
    await sandbox.post('/sandbox/subscriptions', { url: `${receiver.url}/${at}`, status: 'disabled' })
  await sandbox.post('/sandbox/subscriptions', {
    url: `${receiver.url}/${'p'.repeat(1000)}`,
    retry_delays: [],
  })
  await sandbox.post('/sandbox/events', { event: 'card.created', count: rows })

  const given: Record<string, Record<string, unknown>> = {
    trigger_event: { event: 'card.created', payload: { text }, force: true },
    subscribe_receiver: { url: `${receiver.url}/${'u'.repeat(1500)}`, description: text.slice(0, 100) },
    wait_for: { kind: 'delivery', count: rows / 2, since: 'start', timeout_ms: 100 },
    list_deliveries: { limit: 500 },
    explain_delivery: { id: 'last', body_limit: 1_000_000 },
    resend: { id: 'last', body: text },
    list_captures: { limit: 500 },
    explain_capture: { id: 'last', body_limit: 1_000_000 },
    verify_signature: { headers: { 'webhook-signature': `v1,${'s'.repeat(4000)}` }, body: text },
    write_receiver: { language: 'node-express' },
    arm_error: { status: 500, body: text },
    set_fault: { fault: 'delay(1ms)' },
    advance_clock: { mode: 'real' },
    run_scenario: { name: 'onboarding-passes' },
    check_receiver: { url: refusing.url, only: ['accepts-valid'] },
  }
  for (const { name } of tools) {
    const { result, isError, text: said } = await call(name, given[name])
    expect(sizeOf(result), name).toBeLessThanOrEqual(mostBytes)
    expect(said, name).not.toBe('')
    expect([name, isError, isError && said]).toEqual([name, false, false])
  }
})
