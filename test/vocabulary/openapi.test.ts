import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import reference from '../../fixtures/reference/webhooks.json'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

type Json = Record<string, unknown>
interface Operation {
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>
}
interface Document extends Json {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Json> }
}

/** Checks values against schemas of a document, its `$ref`s followed; what a schema does not name is refused. */
function checker(document: Document) {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    formats: {
      uuid: /^[0-9a-f-]{36}$/,
      base64: /^[A-Za-z0-9+/]*={0,2}$/,
      uri: /^[a-z]+:\/\/\S+$/,
      date: /^\d{4}-\d\d-\d\d$/,
    },
    keywords: ['example', 'components'],
  })
  ajv.addSchema({ $id: 'doc', components: document.components })
  const absolute = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/'))
  return function check(schema: Json, value: unknown, about: string) {
    const validate: ValidateFunction = ajv.compile(absolute(schema))
    const fits = validate(value)
    expect(validate.errors ?? [], `${about}: ${JSON.stringify(value)?.slice(0, 500)}`).toEqual([])
    expect(fits).toBe(true)
  }
}

const load = async (sandbox: TestSandbox, which: 'platform' | 'sandbox') => {
  const document = await sandbox.get<Document>(`/sandbox/openapi/${which}.json`)
  const check = checker(document)
  const seen = new Set<string>()
  return {
    document,
    seen,
    /** Checks a real answer against what is documented for its operation and status. */
    checkAnswer(method: string, path: string, answer: { status: number; body: unknown }) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      const response = operation?.responses[answer.status] ?? operation?.responses.default
      const schema = response?.content?.['application/json']?.schema
      if (!schema) throw new Error(`${method} ${path} ${answer.status} is not documented`)
      check(schema, answer.body, `${method} ${path} ${answer.status}`)
      seen.add(`${method} ${path} ${answer.status < 400 ? 'ok' : 'refused'}`)
    },
    check,
  }
}

const all = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

describe('real answers fit what is documented', () => {
  test('of the emulated API: each operation, its success and its refusals', async () => {
    const sandbox = await startSandbox()
    const { document, seen, checkAnswer } = await load(sandbox, 'platform')
    const right = { url: 'http://localhost:9/', events: ['*'], description: 'ü', status: 'STATUS_DISABLED' }
    const [path, one] = ['/webhooks', '/webhooks/{webhook_id}']
    const created = await sandbox.call<{ webhook_subscription: { id: string } }>('POST', path, right)
    const { id } = created.body.webhook_subscription
    checkAnswer('POST', path, created)
    checkAnswer('GET', path, await sandbox.call('GET', path))
    checkAnswer('PATCH', one, await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_ENABLED' }))
    checkAnswer('DELETE', one, await sandbox.call('DELETE', `/webhooks/${id}`))
    for (const operation of all(document)) {
      const [method = '', route = ''] = operation.split(' ')
      const concrete = route.replace(/\{\w+\}/, id)
      const { responses } = document.paths[route]?.[method.toLowerCase()] ?? { responses: {} }
      const body = ['POST', 'PATCH'].includes(method) ? { ...right, events: 1 } : undefined
      const refusals = [
        await sandbox.call(method, concrete, body, {}),
        await sandbox.call(method, concrete, body),
        await sandbox.call(method, concrete, body && {}),
      ]
      for (const refusal of refusals.filter(({ status }) => status >= 400))
        checkAnswer(method, route, refusal)
      const statuses = new Set(
        refusals.map(({ status }) => String(status)).filter((status) => status >= '400'),
      )
      expect([...statuses].toSorted(), operation).toEqual(
        Object.keys(responses)
          .filter((status) => status >= '400')
          .toSorted(),
      )
    }
    expect([...seen].toSorted()).toEqual(
      all(document)
        .flatMap((operation) => [`${operation} ok`, `${operation} refused`])
        .toSorted(),
    )
  })

  test("of the sandbox's own API: each operation, and its refusals", async () => {
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
    await go('GET', '/catalogue/events')
    await go('GET', '/catalogue/schemes')
    await go('POST', '/events', { body: { event: 'card.created', set: { 'card.status': 'Closed' } } })
    await go('POST', '/events', {
      body: { event: 'kyc.verification.error', count: 1001 },
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
    await go('POST', '/deliveries/{id}/resend', { at: `/deliveries/${delivery}/resend` })
    await go('POST', '/deliveries/{id}/attempt-now', { at: `/deliveries/${delivery}/attempt-now` })
    await sandbox.settle()
    await go('GET', '/deliveries/{id}', { at: `/deliveries/${delivery}` })
    const busy = await sandbox.subscribe(`${sandbox.url}/in/busy/503`, { events: ['nothing'] })
    const [waiting] = (await sandbox.trigger('card.created', { subscription_id: busy.id })).deliveries
    await sandbox.settle()
    await go('POST', '/deliveries/{id}/cancel', { at: `/deliveries/${waiting?.id}/cancel` })
    for (const act of ['resend', 'attempt-now', 'cancel'])
      await go('POST', `/deliveries/{id}/${act}`, { at: `/deliveries/nothing/${act}` })
    await go('GET', '/subscriptions')
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
    await go('POST', '/verify', { body: { headers: { 'webhook-id': 'x' } } })
    await go('GET', '/wait', { at: '/wait?kind=capture' })
    await go('GET', '/wait', { at: '/wait?kind=capture&method=PATCH&timeout_ms=0' })
    await go('GET', '/clock')
    await go('POST', '/clock', { body: { advance: '1h' } })
    await go('POST', '/reset', { body: { keep: ['subscriptions'] } })
    for (const which of ['platform', 'sandbox']) await go('GET', `/openapi/${which}.json`)

    const missed = all(document).filter((operation) => !seen.has(`${operation} ok`))
    // What answers no JSON.
    expect(missed.toSorted()).toEqual([
      'GET /captures/{id}/body',
      'GET /docs',
      'GET /docs/sandbox',
      'GET /docs/style.css',
    ])
  })
})

test('the golden payloads fit the schemas of the documented webhooks, and what is triggered fits them too', async () => {
  const sandbox = await startSandbox()
  const { document, check } = await load(sandbox, 'platform')
  const { events } = await sandbox.get<{ events: { event: string; example: unknown; schema: Json }[] }>(
    '/sandbox/catalogue/events',
  )
  expect(events.map(({ event }) => event).toSorted()).toEqual(reference.all_events.toSorted())
  for (const { event, example, schema } of events) {
    const documented = document.webhooks[event]?.post.requestBody?.content['application/json']?.schema ?? {}
    check(documented, example, event)
    const { $schema, ...bare } = schema
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema')
    check(bare, example, event)
    const made = await sandbox.trigger(event)
    check(documented, (await sandbox.event(made.events[0]?.id ?? '')).payload, event)
  }
})

test('the documented request bodies take what is right and refuse what the API refuses', async () => {
  const sandbox = await startSandbox()
  const { document, check } = await load(sandbox, 'platform')
  const schema = document.paths['/webhooks']?.post?.requestBody?.content['application/json']?.schema ?? {}
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
    ['/clock', { mode: 'manual', set: '2026-01-01T00:00:00Z', advance: '1h' }],
    ['/verify', { headers: { a: 'b' } }],
    ['/verify', { headers: [['a', 'b']], body_base64: 'eA==', at: '2026-01-01T00:00:00Z' }],
    ['/reset', {}],
  ]
  for (const [path, body] of bodies) {
    const schema = document.paths[path]?.post?.requestBody?.content['application/json']?.schema ?? {}
    check(schema, body, path)
    expect((await sandbox.request('POST', `/sandbox${path}`, body)).status, path).toBeLessThan(300)
    expect(() => check(schema, { ...body, nonsense: 1 }, path)).toThrow()
  }
})

test('both documents are valid OpenAPI 3.1', async () => {
  const sandbox = await startSandbox()
  for (const which of ['platform', 'sandbox'] as const) {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(
      await sandbox.get<Json>(`/sandbox/openapi/${which}.json`),
    )
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  }
})

test('every reference in the documents leads to a schema that is more than a reference to itself', async () => {
  const sandbox = await startSandbox()
  for (const which of ['platform', 'sandbox'] as const) {
    const { document } = await load(sandbox, which)
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name = '']) => name,
    )
    expect(names.length).toBeGreaterThan(3)
    for (const name of names)
      expect(Object.keys(document.components.schemas[name] ?? { $ref: 'nothing' }), name).not.toContain(
        '$ref',
      )
  }
})
