import { expect, test } from 'vitest'
import reference from '../../fixtures/reference/webhooks.json'
import { type Json, jsonOf } from '../helpers/openapi.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { doerOf } from '../platform/makers.ts'
import { all, load } from './documented.ts'
import { simulate } from './simulator-answers.ts'

test("real answers of the sandbox's own API fit what is documented: each operation, and its refusals", async () => {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox()
  const { document, seen, checkAnswer } = await load(sandbox, 'sandbox')
  await sandbox.clock({ mode: 'manual' })
  const subscription = await sandbox.subscribe(receiver.url, { events: ['card*'] })
  const [event, delivery, call] = await (async () => {
    const made = await sandbox.trigger('card.created')
    await sandbox.settle()
    const { calls } = await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls')
    return [made.events[0]?.id, made.deliveries.find((row) => row.url === receiver.url)?.id, calls[0]?.id]
  })()
  await sandbox.request('PUT', '/in/odd?x=1', '\u0000\u0001', { 'content-type': 'x/y' })
  await fetch(`${sandbox.url}/in/odd`, { method: 'POST', body: new Uint8Array([0xff]) })
  const capture = (await sandbox.newestCapture()).id

  const go = async (
    method: string,
    path: string,
    { at = path, body }: { at?: string; body?: unknown } = {},
  ) => checkAnswer(method, path, await sandbox.request(method, `/sandbox${at}`, body))
  await go('GET', '/health')
  await go('GET', '/config')
  await go('GET', '/catalogue/events')
  await go('GET', '/catalogue/schemes')
  await go('GET', '/catalogue/causes')
  await go('GET', '/catalogue/languages')
  await go('GET', '/code', { at: '/code?language=go&scheme=stripe' })
  await go('GET', '/code', { at: '/code?language=nothing' })
  await go('GET', '/catalogue/errors')
  await go('GET', '/catalogue/faults')
  await go('GET', '/catalogue/faults', { at: '/catalogue/faults?fault=dely' })
  await go('POST', '/events', { body: { event: 'card.created', set: { 'card.status': 'Closed' } } })
  await go('POST', '/events', {
    body: { event: 'customer.updated', count: 1001 },
  })
  await go('POST', '/events', { body: { event: 'nothing' } })
  for (const [plural, id] of [
    ['events', event],
    ['deliveries', delivery],
    ['captures', capture],
    ['calls', call],
  ]) {
    await go('GET', `/${plural}`)
    await go('GET', `/${plural}`, { at: `/${plural}?limit=0` })
    await go('GET', `/${plural}/{id}`, { at: `/${plural}/${id}` })
    await go('GET', `/${plural}/{id}`, { at: `/${plural}/nothing` })
  }
  for (const [method, what, query, body] of [
    ['GET', 'decoded'],
    ['GET', 'har'],
    ['GET', 'diff', `?with=${capture}`],
    ['POST', 'replay', '', {}],
  ] as const) {
    const path = `/captures/{id}/${what}`
    await go(method, path, { at: `/captures/${capture}/${what}${query ?? ''}`, body })
    await go(method, path, { at: `/captures/nothing/${what}${query ?? ''}`, body })
  }
  const [sent] = (
    await sandbox.get<{ capture: { exchanges: { id: string }[] } }>(`/sandbox/captures/${capture}`)
  ).capture.exchanges
  for (const id of [sent?.id, 'nothing'])
    await go('GET', '/captures/{id}/exchanges/{exchange}/response/decoded', {
      at: `/captures/${capture}/exchanges/${id}/response/decoded`,
    })
  for (const number of [1, 99])
    await go('GET', '/deliveries/{id}/attempts/{number}/response/decoded', {
      at: `/deliveries/${delivery}/attempts/${number}/response/decoded`,
    })
  const { customer_id = '' } = await doerOf(sandbox)('POST', '/customers/', {
    dob: '1990-04-12',
    names: [{ first_name: 'Ada', last_name: 'Quill' }],
  })
  await go('GET', '/objects')
  await go('GET', '/objects', { at: '/objects?kind=crad' })
  for (const id of [customer_id, 'nothing']) await go('GET', '/objects/{id}', { at: `/objects/${id}` })
  await go('GET', '/captures.har')
  await go('GET', '/deliveries.otlp')
  for (const which of [capture, 'nothing']) {
    const at = `/captures/${which}`
    await go('PATCH', '/captures/{id}', { at, body: { pinned: true, note: 'odd' } })
  }
  await go('PATCH', '/captures/{id}', { at: `/captures/${capture}`, body: { pined: true } })
  await go('POST', '/captures/import', { body: { captures: [] } })
  await go('POST', '/captures/import', { body: { captures: [{}] } })
  for (const which of [capture, 'nothing']) await go('DELETE', '/captures/{id}', { at: `/captures/${which}` })
  await go('POST', '/deliveries/{id}/resend', { at: `/deliveries/${delivery}/resend` })
  await go('POST', '/deliveries/{id}/attempt-now', { at: `/deliveries/${delivery}/attempt-now` })
  await sandbox.settle()
  await go('GET', '/deliveries/{id}', { at: `/deliveries/${delivery}` })
  const busy = await sandbox.subscribe(`${sandbox.url}/in/busy/503`, { events: ['nothing'] })
  const [waiting] = (await sandbox.trigger('card.created', { subscription_id: busy.id })).deliveries
  await sandbox.settle()
  await go('POST', '/deliveries/{id}/cancel', { at: `/deliveries/${waiting?.id}/cancel` })
  const stuck = await sandbox.subscribe(`${sandbox.url}/in/stuck`, { events: ['nothing'] })
  await sandbox.request('POST', '/sandbox/endpoints', { name: 'stuck', reply: { delay_ms: 600_000 } })
  const [held] = (await sandbox.trigger('card.created', { subscription_id: stuck.id })).deliveries
  await sandbox.waitFor(`kind=capture&endpoint=stuck`)
  await go('POST', '/deliveries/{id}/release', { at: `/deliveries/${held?.id}/release` })
  await go('POST', '/deliveries/{id}/abort', { at: `/deliveries/${held?.id}/abort` })
  await sandbox.request('POST', `/sandbox/deliveries/${held?.id}/cancel`)
  await go('POST', '/deliveries/resend', { body: { subscription_id: busy.id } })
  await go('POST', '/deliveries/resend', { body: {} })
  for (const act of ['attempt-now', 'cancel']) {
    await go('POST', `/deliveries/${act}`, { body: { subscription_id: busy.id } })
    await go('POST', `/deliveries/${act}`, { body: {} })
  }
  for (const act of ['pin', 'unpin', 'replay', 'delete']) {
    await go('POST', `/captures/${act}`, { body: { endpoint: 'busy' } })
    await go('POST', `/captures/${act}`, { body: { endpoint: 5 } })
  }
  for (const act of ['resend', 'attempt-now', 'cancel', 'abort', 'release'])
    await go('POST', `/deliveries/{id}/${act}`, { at: `/deliveries/nothing/${act}` })
  const made = await sandbox.request<{ fault_rule: { id: string } }>('POST', '/sandbox/fault-rules', {
    fault: 'drop',
    event: 'kyc.*',
  })
  await go('POST', '/fault-rules', { body: { fault: 'drop', event: 'kyc.*' } })
  await go('POST', '/fault-rules', { body: { fault: 'drup' } })
  await go('GET', '/fault-rules')
  await go('DELETE', '/fault-rules/{id}', { at: `/fault-rules/${made.body.fault_rule.id}` })
  await go('DELETE', '/fault-rules/{id}', { at: '/fault-rules/nothing' })
  await go('POST', '/subscriptions/{id}/rotate-secret', {
    at: `/subscriptions/${subscription.id}/rotate-secret`,
  })
  await go('POST', '/subscriptions/{id}/rotate-secret', { at: '/subscriptions/nothing/rotate-secret' })
  const shy = await sandbox.subscribe(`${sandbox.url}/in/shy`)
  for (const which of [shy.id, 'nothing'])
    await go('POST', '/subscriptions/{id}/handshake', { at: `/subscriptions/${which}/handshake` })
  await sandbox.request('PATCH', `/sandbox/subscriptions/${shy.id}`, { handshake: 'slack' })
  await go('POST', '/subscriptions/{id}/handshake', { at: `/subscriptions/${shy.id}/handshake` })
  await go('POST', '/subscriptions', { body: { url: 'http://127.0.0.1:9/', events: ['crad*'] } })
  await go('POST', '/subscriptions', { body: { url: 'http://127.0.0.1:9/', secret: 'whsec_' } })
  const brief = await sandbox.subscribe(`${sandbox.url}/in/brief`)
  for (const which of [brief.id, 'nothing'])
    await go('DELETE', '/subscriptions/{id}', { at: `/subscriptions/${which}` })
  await sandbox.request('PATCH', `/sandbox/subscriptions/${stuck.id}`, { scheme: 'plaid' })
  await go('GET', '/load', { at: `/load?engine=artillery&event=card.*&subscription_id=${stuck.id}` })
  await go('GET', '/load', { at: `/load?engine=k6&subscription_id=${stuck.id}` })
  await go('GET', '/keys')
  const { keys } = await sandbox.get<{ keys: { kid: string }[] }>('/sandbox/keys')
  await go('GET', '/keys/{kid}', { at: `/keys/${keys[0]?.kid}` })
  await go('GET', '/keys/{kid}', { at: '/keys/nothing' })
  await go('GET', '/subscriptions')
  await go('GET', '/subscriptions/{id}', { at: '/subscriptions/last' })
  await go('GET', '/subscriptions/{id}', { at: '/subscriptions/nothing' })
  await go('PATCH', '/subscriptions/{id}', {
    at: `/subscriptions/${subscription.id}`,
    body: { retry_delays: ['1s'] },
  })
  await go('PATCH', '/subscriptions/{id}', { at: '/subscriptions/nothing' })
  await go('GET', '/endpoints')
  await go('POST', '/endpoints', { body: { name: 'a', reply: [{ status: 503, headers: { a: 'b' } }, {}] } })
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    await go(method, '/endpoints/{name}', {
      at: '/endpoints/a',
      ...(method === 'PATCH' && { body: { secret: 'x' } }),
    })
    await go(method, '/endpoints/{name}', { at: '/endpoints/nothing' })
  }
  for (const body of [
    { code: 'card_dne', method: 'GET', path: '/cards/{card_id}', times: 1 },
    { status: 503, body: { message: 'x' }, probability: 0.5 },
    { outcome: 'hang', identity: 'nobody', delay_ms: 1 },
    { code: 'card_dna' },
  ])
    await go('POST', '/armed-errors', { body })
  await go('GET', '/armed-errors')
  const [armed] = (await sandbox.get<{ armed_errors: { id: string }[] }>('/sandbox/armed-errors'))
    .armed_errors
  for (const id of [armed?.id, 'nothing'])
    await go('DELETE', '/armed-errors/{id}', { at: `/armed-errors/${id}` })
  await go('POST', '/verify', { body: { headers: { 'webhook-id': 'x' } } })
  await go('GET', '/wait', { at: '/wait?kind=capture' })
  await go('GET', '/wait', { at: '/wait?kind=capture&method=PATCH&timeout_ms=0' })
  await go('GET', '/clock')
  await go('POST', '/clock', { body: { advance: '1h' } })
  const order = { url: `${sandbox.url}/in/checked`, only: ['bytes'] }
  await go('POST', '/checks', { body: order })
  // Refused, as the first is running.
  await go('POST', '/checks', { body: order })
  await go('POST', '/checks', { body: { url: order.url, effects: { cmd: 'true' } } })
  await go('GET', '/checks')
  const [running] = (await sandbox.get<{ checks: { id: string }[] }>('/sandbox/checks')).checks
  for (const id of [running?.id, 'nothing']) {
    await go('POST', '/checks/{id}/stop', { at: `/checks/${id}/stop` })
    await go('GET', '/checks/{id}', { at: `/checks/${id}` })
  }
  await go('POST', '/checks/{id}/stop', { at: `/checks/${running?.id}/stop` })
  // The first that begins is running when the second is asked for.
  for (const id of [running?.id, running?.id, 'nothing'])
    await go('POST', '/checks/{id}/again', { at: `/checks/${id}/again`, body: {} })
  await go('GET', '/checks/{id}/report', { at: '/checks/nothing/report?format=md' })
  for (const body of [{ key: 'evt_1' }, {}]) await go('POST', '/effects', { body })
  await simulate(sandbox, go)
  await go('POST', '/reset', { body: { keep: ['subscriptions'] } })
  for (const which of ['platform', 'sandbox']) await go('GET', `/openapi/${which}.json`)
  await go('GET', '/asyncapi.json')
  await go('POST', '/stop', { body: {} })

  const missed = all(document).filter((operation) => !seen.has(`${operation} ok`))
  // What answers no JSON.
  expect(missed.toSorted()).toEqual([
    'GET /captures.jsonl',
    'GET /captures/{id}/body',
    'GET /captures/{id}/curl',
    'GET /checks/{id}/report',
    'GET /deliveries/{id}/attempts/{number}/body',
    'GET /deliveries/{id}/attempts/{number}/response/body',
    'GET /docs',
    'GET /docs/sandbox',
    'GET /docs/style.css',
    'GET /live',
  ])
})

test('golden and triggered payloads match the schemas of the documented webhooks', async () => {
  const sandbox = await startSandbox()
  const { document, check } = await load(sandbox, 'platform')
  const { events } = await sandbox.get<{ events: { event: string; example: unknown; schema: Json }[] }>(
    '/sandbox/catalogue/events',
  )
  expect(events.map(({ event }) => event).toSorted()).toEqual(reference.all_events.toSorted())
  for (const { event, example, schema } of events) {
    const documented = jsonOf(document.webhooks[event]?.post.requestBody?.content) ?? {}
    expect(document.webhooks[event]?.post.description).toContain('Standard Webhooks')
    check(documented, example, event)
    const { $schema, ...bare } = schema
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema')
    check(bare, example, event)
    const made = await sandbox.trigger(event)
    check(documented, (await sandbox.event(made.events[0]?.id ?? '')).payload, event)
  }
})

test('every platform response may carry Sandbox-Warning', async () => {
  const { document } = await load(await startSandbox(), 'platform')
  const $ref = '#/components/headers/SandboxWarning'
  for (const operations of Object.values(document.paths))
    for (const { operationId, responses } of Object.values(operations))
      for (const [status, { headers }] of Object.entries(responses))
        expect(headers, `${operationId} ${status}`).toEqual({ 'Sandbox-Warning': { $ref } })
  expect(document.components.headers?.SandboxWarning).toMatchObject({ required: false })
})

test('the documented request bodies accept and refuse what the API does', async () => {
  const sandbox = await startSandbox()
  const { document, check } = await load(sandbox, 'platform')
  const schema = jsonOf(document.paths['/webhooks']?.post?.requestBody?.content) ?? {}
  check(schema, { url: 'http://localhost/', events: ['*'] }, 'right')
  for (const wrong of [
    {},
    { url: 'http://localhost/' },
    { url: 'http://localhost/', events: [] },
    { url: 1, events: ['*'] },
    { url: 'http://localhost/', events: ['*'], status: 'enabled' },
  ]) {
    expect(() => check(schema, wrong, 'wrong'), JSON.stringify(wrong)).toThrow()
    expect((await sandbox.call('POST', '/webhooks', wrong)).status).toBe(400)
  }
})

test("the sandbox's request bodies that the document allows are taken, defaults left out included", async () => {
  const sandbox = await startSandbox()
  const { document, check } = await load(sandbox, 'sandbox')
  const bodies: [string, Json][] = [
    ['/endpoints', { name: 'a' }],
    ['/endpoints', { name: 'a', reply: { body: 'x' } }],
    ['/endpoints', { name: 'a', reply: [{}, { status: 503, headers: { a: 'b' } }] }],
    ['/events', { event: 'card.created' }],
    ['/events', { event: 'card.created', set: { 'card.status': 'Closed' }, count: 2, force: true }],
    ['/events', { event: 'card.status.*', with_history: true }],
    ['/traffic', { rate: 1, events: ['card.*'], for: '1s' }],
    ['/traffic', { rate: 0 }],
    ['/clock', { mode: 'manual', set: '2026-01-01T00:00:00Z', advance: '1h' }],
    ['/verify', { headers: { a: 'b' } }],
    ['/verify', { headers: [['a', 'b']], body_base64: 'eA==', at: '2026-01-01T00:00:00Z' }],
    ['/reset', {}],
  ]
  for (const [path, body] of bodies) {
    const schema = jsonOf(document.paths[path]?.post?.requestBody?.content) ?? {}
    check(schema, body, path)
    expect((await sandbox.request('POST', `/sandbox${path}`, body)).status, path).toBeLessThan(300)
    expect(() => check(schema, { ...body, nonsense: 1 }, path)).toThrow()
  }
})
