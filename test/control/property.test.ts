import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLetter } from '../helpers/any-letter.ts'
import { sample } from '../helpers/long.ts'
import { readDocument } from '../helpers/openapi.ts'
import { oneIn } from '../helpers/rows.ts'
import { runsOf } from '../helpers/runs.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const runs = runsOf({ numRuns: 75, seed: 20_260_101 })
const routes = [
  ['POST', '/events', ['event', 'set', 'payload', 'subscription_id', 'force']],
  ['POST', '/verify', ['headers', 'body', 'body_base64', 'secret', 'scheme', 'at', 'method', 'url']],
  ['POST', '/endpoints', ['name', 'scheme', 'secret', 'reply']],
  ['PATCH', '/endpoints/demo', ['scheme', 'secret', 'reply']],
  [
    'PATCH',
    '/subscriptions/{subscription}',
    ['scheme', 'ordered', 'concurrency', 'timeout_ms', 'retry_delays'],
  ],
  ['POST', '/deliveries/{delivery}/resend', ['body', 'headers', 'url']],
] as const
const text = fc.oneof(
  fc.string({ unit: anyLetter }),
  fc.constantFrom(
    'card.created',
    'platform',
    'standard-webhooks',
    '1s',
    'eA==',
    '*',
    'webhook-signature',
    '2026-01-01T00:00:00Z',
  ),
)
const value = fc.oneof(
  fc.jsonValue(),
  text,
  fc.boolean(),
  fc.integer(),
  fc.array(fc.tuple(text, text)),
  fc.dictionary(text, text),
  fc.dictionary(fc.constantFrom('card.status', 'a.b', 'status', 'headers', 'body'), fc.jsonValue()),
)
const request = fc.constantFrom(...routes).chain(([method, path, fields]) =>
  fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    body: fc.oneof(
      { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 }) },
      fc.jsonValue(),
    ),
  }),
)

test('no body makes a 5xx at any route of the sandbox, and what is refused says why', async () => {
  const sandbox = await startSandbox({ bare: false })
  // Nothing is to be sent while odd settings are tried.
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/x`)
  const [delivery] = (await sandbox.trigger('card.created', { subscription_id: id })).deliveries
  await sandbox.settle()
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, body }) => {
      const at = path.replace('{subscription}', id).replace('{delivery}', delivery?.id ?? '')
      const answer = await sandbox.request<{ error?: object }>(method, `/sandbox${at}`, JSON.stringify(body))
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
      if (answer.status >= 400)
        expect(Object.keys(answer.body.error ?? {}).slice(0, 3)).toEqual(['code', 'message', 'fix'])
    }),
    runs,
  )
  for (const list of ['events', 'deliveries', 'captures', 'endpoints', 'subscriptions'])
    expect((await sandbox.request('GET', `/sandbox/${list}?limit=500`)).status).toBe(200)
  expect(sandbox.troubles).toEqual([])
})

test('no query makes a 5xx at any list', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.trigger('card.created', { count: 5 })
  await sandbox.settle()
  const name = fc.constantFrom(
    'q',
    'event',
    'state',
    'path',
    'limit',
    'cursor',
    'endpoint',
    'status',
    'kind',
    'since',
    'timeout_ms',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('events', 'deliveries', 'captures', 'calls', 'wait'),
      fc.array(fc.tuple(name, text), { maxLength: 3 }),
      async (list, pairs) => {
        const query = new URLSearchParams([
          ...pairs,
          ...(list === 'wait'
            ? [
                ['kind', 'event'],
                ['timeout_ms', '0'],
              ]
            : []),
        ])
        const { status } = await sandbox.request('GET', `/sandbox/${list}?${query}`)
        expect([200, 400], query.toString()).toContain(status)
      },
    ),
    runs,
  )
  expect(sandbox.troubles).toEqual([])
})

test("refusals use the sandbox's own words for every field and route", async () => {
  const sandbox = await startSandbox()
  const { paths } = await readDocument(sandbox, 'sandbox')
  const odd = [5, '<', [5], { a: 5 }]
  let asked = 0
  let refused = 0
  for (const [path, operations] of Object.entries(paths)) {
    if (path === '/reset') continue
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content['application/json']?.schema as { properties?: object } | undefined
      for (const name of Object.keys(schema?.properties ?? {})) {
        // In `npm test` each field is asked with two of them, in turn.
        for (const value of odd.filter(oneIn(sample(2, 1), asked++))) {
          const at = `/sandbox${path.replace(/\{\w+\}/g, 'demo')}`
          const answer = await sandbox.request<{ error?: { code: string; message: string } }>(
            method.toUpperCase(),
            at,
            JSON.stringify({ [name]: value }),
          )
          if (answer.status !== 422) continue
          refused++
          expect(answer.body.error?.message, `${method} ${at} ${name}: ${JSON.stringify(value)}`).not.toMatch(
            /Invalid|Too (big|small)|expected|received|tuple|union|record/,
          )
        }
      }
    }
  }
  expect(refused).toBeGreaterThan(sample(100, 200))
})
