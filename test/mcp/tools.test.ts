/** The tools of assistants, through the official client. */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { Failure, failureCodes } from '../../server/failures.ts'
import { createAsk } from '../../server/library/ask.ts'
import { createServers, inTools } from '../../server/mcp/server.ts'
import { tools } from '../../server/mcp/tools.ts'
import { realOutside } from '../../server/outside.ts'
import type { Check, Delivery, DeliveryRow, Subscription, Verified } from '../../server/wire.ts'
import { call, said } from '../../server/words/act.ts'
import { type ReceivedRequest, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { capabilities, offered } from '../vocabulary/capabilities.ts'
import { callWith, connectAssistant } from './client.ts'

const names =
  'status list_events trigger_event subscribe_receiver wait_for list_deliveries explain_delivery resend list_captures explain_capture verify_signature write_receiver arm_error set_fault advance_clock run_scenario check_receiver reset'.split(
    ' ',
  )

test('the tools are those of docs/capabilities.md', () => {
  expect(tools.map(({ name }) => name)).toEqual(names)
  expect([...new Set(capabilities.flatMap((row) => offered(row, 'tool')))].toSorted()).toEqual(
    names.toSorted(),
  )
})

test('the arguments of each tool are the fields of its operation', async () => {
  const sandbox = await startSandbox()
  const { client } = await connectAssistant(sandbox.url)
  const { tools: listed } = await client.listTools()
  expect(listed.map(({ name }) => name)).toEqual(names)
  const inputs = Object.fromEntries(listed.map(({ name, inputSchema }) => [name, inputSchema]))
  expect(inputs.trigger_event).toMatchObject({ required: ['event'] })
  expect(Object.keys(inputs.trigger_event?.properties ?? {})).toEqual(
    expect.arrayContaining(['event', 'set', 'payload', 'count', 'subscription_id', 'fault']),
  )
  expect(inputs.explain_delivery).toMatchObject({ required: ['id'] })
  expect(inputs.wait_for).toMatchObject({ required: ['kind'] })
  const byHint = (hint: 'readOnlyHint' | 'destructiveHint') =>
    listed.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name)
  expect(byHint('destructiveHint')).toEqual(['reset'])
  expect(byHint('readOnlyHint')).not.toEqual(expect.arrayContaining(['trigger_event']))
  expect(client.getInstructions()).toContain('explain_delivery')
})

/** The signature of Standard Webhooks. */
const signatureOf = (
  key: Buffer,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer | string },
) =>
  createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')

describe('three calls lead from a 401 to the cause', () => {
  /** A receiver that computes its signature in this way, and refuses what differs. */
  async function refusing(
    expected: (request: Pick<ReceivedRequest, 'headers' | 'body'>, secret: string) => string,
    tells: boolean,
  ) {
    const sandbox = await startSandbox()
    let secret = ''
    const receiver = await startReceiver([
      (response) => {
        const request = receiver.requests.at(-1)
        const own = request && `v1,${expected(request, secret)}`
        if (own === request?.headers['webhook-signature']) response.end()
        else response.writeHead(401).end(tells ? `expected ${own}` : 'no')
      },
    ])
    const { call } = await connectAssistant(sandbox.url)
    const subscribed = await call('subscribe_receiver', { url: receiver.url })
    const { subscription } = subscribed.answer as unknown as { subscription: Subscription }
    secret = subscription.secret

    const fired = await call('trigger_event', { event: 'card.created' })
    const [delivery] = (fired.answer as unknown as { deliveries: DeliveryRow[] }).deliveries
    expect(delivery?.last_outcome).toMatchObject({ kind: 'responded', status: 401 })
    const explained = await call('explain_delivery', { id: delivery?.id })
    return { call, explained, subscription }
  }

  test('the receiver uses the text of the secret, and tells the signature that it computed', async () => {
    const { explained, call, subscription } = await refusing(
      (request, secret) => signatureOf(Buffer.from(secret), request),
      true,
    )
    const { delivery } = explained.answer as unknown as { delivery: Delivery }
    const { headers, body } = delivery.attempts[0]?.request ?? { headers: [], body: '' }
    const answer = delivery.attempts[0]?.response?.body
    const { secret } = subscription
    const verified = await call('verify_signature', { headers, body, secret, answer })
    const { causes } = (verified.answer as unknown as Verified).answered?.[0]?.verdict ?? { causes: [] }
    expect(causes.map(({ cause }) => cause)).toContain('secret_as_text')
    expect(explained.text).toContain('Fix: ')
    expect(explained.text).not.toContain('check_receiver')
  })

  test('the receiver verifies a body that was parsed and written again, and tells nothing', async () => {
    const { call, explained, subscription } = await refusing((request, secret) => {
      const body = writtenAgain(request.body.toString())
      return signatureOf(Buffer.from(secret.replace('whsec_', ''), 'base64'), { ...request, body })
    }, false)
    expect(explained.text).toContain('The sandbox signed the request correctly')
    expect(explained.text).toContain(`check_receiver with subscription_id ${subscription.id}`)
    const checked = await call('check_receiver', { subscription_id: subscription.id, only: ['signature'] })
    const { diagnosis } = (checked.answer as unknown as { check: Check }).check
    expect(diagnosis?.code).toBe('pretty_printed')
    expect(checked.text).toContain(diagnosis?.summary)
    expect(checked.text).toContain(diagnosis?.fix)
    expect(checked.text).toContain(`Proved: ${diagnosis?.summary}`)
  })
})

/** A body as a parser and a writer leave it. */
function writtenAgain(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

describe('refusals', () => {
  test('are errors with a fix in terms of tools', async () => {
    const sandbox = await startSandbox()
    const { call } = await connectAssistant(sandbox.url)
    for (const [name, args] of [
      ['trigger_event', { event: 'card.creatd' }],
      ['explain_delivery', { id: 'dlv_none' }],
      ['explain_capture', { id: 'cap_none' }],
      ['run_scenario', { name: 'none' }],
      ['trigger_event', { event: 'card.created', subscription_id: 'sub_none' }],
      ['explain_delivery', {}],
      ['list_deliveries', { stat: 'failed' }],
      ['write_receiver', { language: 'cobol' }],
      ['arm_error', { code: 'card_dn' }],
      ['nothing', {}],
    ] as const) {
      const { isError, text, answer } = await call(name, args)
      expect(isError, name).toBe(true)
      expect(answer).toMatchObject({ code: expect.any(String), fix: expect.stringMatching(/./) })
      expect(text).not.toMatch(/(GET|POST) \/|npx |[.?!] the page/)
    }
  })
})

test('no fix recommends a request or a command', () => {
  for (const code of failureCodes) {
    const fix = inTools(new Failure(code, 'why').said, 'http://localhost:4400')
    expect(fix).not.toMatch(/(GET|POST|PATCH|DELETE) \/|webhook-sandbox|(^|[.?!] )the page/)
  }
})

test.each([
  [call('runScenario', { name: 'kyc' }), 'run_scenario with name kyc'],
  [call('getCapture', { id: 'cap_1' }), 'explain_capture with id cap_1'],
  [call('listDeliveries', { q: 'evt_1' }), 'list_deliveries with q evt_1'],
  [call('listSubscriptions'), 'status'],
  [call('getRun', { id: 'run_1' }), 'the page at http://localhost:4400/'],
])('$request is said as a tool, or as the page', (act, told) => {
  expect(inTools(said`Then ${act} helps.`, 'http://localhost:4400')).toBe(`Then ${told} helps.`)
})

test('the words of a receiver stay as they are', async () => {
  const sandbox = await startSandbox()
  const words = 'Use POST /api/v2/hooks, webhook-sandbox.'
  const receiver = await startReceiver([(response) => response.writeHead(404).end(words)])
  const { call } = await connectAssistant(sandbox.url)
  await call('subscribe_receiver', { url: receiver.url })
  await call('trigger_event', { event: 'card.created' })
  expect((await call('explain_delivery', { id: 'last' })).text).toContain(words)
})

test('only the Hosts and Origins of /sandbox may ask /mcp', async () => {
  const sandbox = await startSandbox()
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const accept = 'application/json, text/event-stream'
  for (const path of ['/mcp', '/sandbox/reset'])
    for (const foreign of [{ host: 'evil.example' }, { origin: 'http://evil.example' }]) {
      const { status, body: refused } = await sandbox.request<{ error: { code: string } }>(
        'POST',
        path,
        body,
        {
          accept,
          ...foreign,
        },
      )
      const isHost = 'host' in foreign
      expect([path, status, refused.error.code]).toEqual([
        path,
        isHost ? 421 : 403,
        isHost ? 'host_refused' : 'origin_refused',
      ])
    }
  expect((await sandbox.request('POST', '/mcp', body, { accept })).status).toBe(200)
})

test('tools work once the sandbox has started, even if a call came before', async () => {
  const sandbox = await startSandbox()
  let isStarted = false
  const ask = createAsk({
    base: sandbox.url,
    fetch: async (request) => (isStarted ? fetch(request) : Response.json({}, { status: 502 })),
  })
  const server = createServers({ ask, outside: realOutside(), version: '1.0.0' })()
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await Promise.all([server.connect(there), client.connect(here)])
  const call = callWith(client)
  expect((await call('status')).answer).toMatchObject({ code: 'not_a_sandbox' })
  isStarted = true
  expect((await call('status')).answer).toMatchObject({ status: 'ok' })
})
