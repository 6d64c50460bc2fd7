import fc from 'fast-check'
import { expect, test } from 'vitest'
import reference from '../../fixtures/reference/webhooks.json'
import { anyLetter } from '../helpers/any-letter.ts'
import { runsOf } from '../helpers/runs.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { ask, json, listOf, made } from './ask.ts'

const runs = runsOf({ numRuns: 75, seed: 20_260_101 })

const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: anyLetter }),
  fc.constantFrom(
    'http://localhost:9/',
    'https://x.test',
    'card*',
    '*',
    'STATUS_ENABLED',
    'STATUS_DISABLED',
    'enabled',
    '0.1',
    '',
  ),
  fc.array(fc.oneof(fc.constantFrom('card*', '*', ''), fc.string(), fc.integer())),
)
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...reference.request_fields) },
  fc.constantFrom('__proto__', 'constructor', 'id', 'secret'),
  fc.string(),
)
const jsonBody = fc
  .array(fc.tuple(key, value), { maxLength: 7 })
  .map(
    (pairs) =>
      `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${JSON.stringify(inner)}`).join(',')}}`,
  )
const body = fc.oneof(
  { weight: 5, arbitrary: jsonBody },
  fc.json(),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
)
const type = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  fc.constantFrom('text/plain', 'application/json;charset=x', 'application/json/x'),
)
const route = fc.constantFrom(
  { method: 'POST', path: '/webhooks' },
  { method: 'PATCH', path: '/webhooks/{id}' },
  { method: 'PATCH', path: '/webhooks/nonsense' },
  { method: 'DELETE', path: '/webhooks/nonsense' },
  { method: 'PUT', path: '/webhooks' },
  { method: 'POST', path: '/else' },
)

test('no body at any route makes a 5xx, and a call that is refused changes nothing', async () => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox)
  let before = await listOf(sandbox)
  await fc.assert(
    fc.asyncProperty(route, body, type, async ({ method, path }, sent, contentType) => {
      const answer = await ask(sandbox, {
        method,
        path: path.replace('{id}', id),
        body: sent,
        headers: { ...json, 'content-type': contentType },
      })
      const after = await listOf(sandbox)
      const told = (answer.body as { webhook_subscription?: { id: string } }).webhook_subscription
      switch (answer.status) {
        case 200:
        case 201: {
          const stored = after.find((one) => one.id === told?.id)
          const status = stored?.status === 'enabled' ? 'STATUS_ENABLED' : 'STATUS_DISABLED'
          expect({ ...stored, status }).toEqual(told)
          expect(after.filter((one) => one.id !== told?.id)).toEqual(
            before.filter((one) => one.id !== told?.id),
          )
          break
        }
        default:
          expect([400, 404]).toContain(answer.status)
          expect(Object.keys(answer.body ?? {})).toEqual(
            method === 'PUT' || path === '/else' ? ['message'] : reference.error_keys,
          )
          expect(after).toEqual(before)
      }
      before = after
    }),
    runs,
  )
  expect(sandbox.troubles).toEqual([])
})

test('no id and no identity makes a 5xx or reaches a subscription of somebody else', async () => {
  const sandbox = await startSandbox()
  await made(sandbox)
  const before = await listOf(sandbox)
  const headerText = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.webSegment({ size: 'small' }),
      headerText,
      headerText,
      async (id, authorization, identity) => {
        fc.pre(identity.trim() !== 'demo')
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const answer = await ask(sandbox, {
            method,
            path: `/webhooks/${id}`,
            ...(method === 'PATCH' && { body: '{"description":"x"}' }),
            headers: { authorization, identity, 'content-type': 'application/json' },
          })
          expect([403, 404]).toContain(answer.status)
        }
        expect(await listOf(sandbox)).toEqual(before)
      },
    ),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 3) },
  )
  expect(sandbox.troubles).toEqual([])
})
