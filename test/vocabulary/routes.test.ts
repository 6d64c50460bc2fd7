import { Hono } from 'hono'
import { expect, test } from 'vitest'
import contract from '../../fixtures/reference/control-api.json'
import platformRoutes from '../../fixtures/reference/platform-routes.json'
import reference from '../../fixtures/reference/webhooks.json'
import { mountRoutes } from '../../server/api/route.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { sourceFiles } from './sources.ts'

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters: { name: string; in: string; schema: { enum?: string[]; examples?: string[] } }[]
      }
    >
  >
}
const operationsIn = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  )
const documentOf = (sandbox: TestSandbox, which: 'platform' | 'sandbox') =>
  sandbox.get<Document>(`/sandbox/openapi/${which}.json`)

/** Every `path:` and `operationId:` pair that the tables of routes in the sources hold. */
const inSources = sourceFiles('server').flatMap(({ text }) =>
  [...text.matchAll(/path: '(\/[^']*)',\s+operationId: '(\w+)'/g)].map(([, path, operationId]) => ({
    path,
    operationId,
  })),
)
const byName = ({ operationId = '' }: { operationId?: string | undefined }) => operationId
const by = ({ method, path }: { method?: string | undefined; path?: string | undefined }) =>
  `${method} ${path}`

test('every route in the sources is documented under its name, and every documented route exists', async () => {
  const sandbox = await startSandbox()
  const documented = [
    ...operationsIn(await documentOf(sandbox, 'platform')),
    ...operationsIn(await documentOf(sandbox, 'sandbox')),
  ]
  const told = documented.map(({ path, operationId }) => ({ path, operationId }))
  expect(told.toSorted((a, b) => byName(a).localeCompare(byName(b)))).toEqual(
    inSources.toSorted((a, b) => byName(a).localeCompare(byName(b))),
  )
})

test("the documented operations of the emulated API are the reference's, what is public, and what was chosen; no other", async () => {
  const sandbox = await startSandbox()
  const operations = operationsIn(await documentOf(sandbox, 'platform'))
  const expected = [...reference.operations.map(by), ...platformRoutes.named, ...platformRoutes.chosen]
  expect(operations.map(by).toSorted()).toEqual(expected.toSorted())
})

test('every documented sandbox operation reaches its route, not the fallback', async () => {
  const sandbox = await startSandbox()
  for (const { method, path } of operationsIn(await documentOf(sandbox, 'sandbox'))) {
    const answer = await sandbox.request<{ error?: { code: string } }>(
      method,
      `/sandbox${path.replace(/\{\w+\}/g, 'x')}${path === '/wait' ? '?kind=event&timeout_ms=0' : ''}`,
    )
    expect(answer.body.error?.code, `${method} ${path}`).not.toBe('route_unknown')
    expect(answer.body.error?.code).not.toBe('internal')
  }
})

test('every documented operation of the emulated API reaches its route', async () => {
  const sandbox = await startSandbox()
  for (const { method, path } of operationsIn(await documentOf(sandbox, 'platform'))) {
    const answer = await sandbox.call(
      method,
      path.replace(/\{\w+\}/g, '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'),
    )
    expect(answer.body, `${method} ${path}`).not.toHaveProperty('message')
  }
})

test('operation names are unique', async () => {
  const sandbox = await startSandbox()
  for (const which of ['platform', 'sandbox'] as const) {
    const names = operationsIn(await documentOf(sandbox, which)).map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('a documented query parameter is accepted, and no other', async () => {
  const sandbox = await startSandbox()
  for (const { method, path, parameters } of operationsIn(await documentOf(sandbox, 'sandbox'))) {
    if (method !== 'GET' || path.includes('{')) continue
    const needed =
      {
        '/wait': 'kind=event&timeout_ms=0&',
        '/code': 'language=node-express&',
        '/load': 'engine=k6&subscription_id=last&for=1s&',
      }[path] ?? ''
    // Taken, and then found to be of another kind, or to name nothing.
    const takenAllTheSame =
      {
        '/wait': /Unknown filter/,
        '/code': /^No |Unknown language/,
        '/load': /^No /,
        '/live': /is a WebSocket/,
      }[path] ?? /^$/
    for (const { name, schema } of parameters.filter(
      (one) => one.in === 'query' && !needed.includes(`${one.name}=`),
    )) {
      const answer = await sandbox.request<{ error?: { message: string } }>(
        'GET',
        `/sandbox${path}?${needed}${name}=${schema.examples?.[0] ?? schema.enum?.[0] ?? 1}`,
      )
      const said = answer.body.error?.message ?? ''
      expect(answer.status === 200 || takenAllTheSame.test(said), `${path} ${name}: ${said}`).toBe(true)
    }
    expect((await sandbox.request('GET', `/sandbox${path}?${needed}undocumented=1`)).status).toBe(400)
  }
})

test('the routes match the contract', async () => {
  const sandbox = await startSandbox()
  const routes = operationsIn(await documentOf(sandbox, 'sandbox')).map(by)
  expect(routes).toEqual(expect.arrayContaining(contract.now))
  expect(routes.filter((route) => ![...contract.now, ...contract.later].includes(route))).toEqual([])
})

test('a mounted route responds under /sandbox', async () => {
  const app = new Hono()
  const success = { status: 200, description: '', schema: 'bytes' } as const
  mountRoutes(
    app,
    [
      {
        method: 'GET',
        path: '/a/{id}',
        operationId: 'a',
        summary: '',
        success,
        errors: [],
        run: ({ params }) => params,
      },
    ],
    { bodyLimit: 10, elapsed: () => 0 },
  )
  expect(await (await app.request('/sandbox/a/7')).json()).toEqual({ id: '7' })
})
