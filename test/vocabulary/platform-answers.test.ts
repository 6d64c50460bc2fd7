import { expect, test } from 'vitest'
import { type Json, placesOf } from '../helpers/openapi.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createWorld, successes, withIds } from '../platform/successes.ts'
import { all, load } from './documented.ts'

test('real responses of the emulated API match the documents: each operation, its success and its refusals', async () => {
  const sandbox = await startSandbox()
  const { document, seen, checkAnswer } = await load(sandbox, 'platform')
  const nobodys = '9d1b6d6e-6f0a-4b5e-9d58-7a1c30b1f7aa'
  for (const { operationId, method, path, requestBody, responses } of placesOf(document)) {
    const { example } = requestBody?.content['application/json'] ?? {}
    const ids = (await successes[operationId]?.(createWorld(sandbox))) ?? {}
    const real = withIds(path, example, ids)
    const refused = async (
      status: string[],
      at: string,
      body?: unknown,
      headers?: Record<string, string>,
    ) => {
      const answer = await sandbox.call(method, at, body, headers)
      checkAnswer(method, path, answer)
      expect(status, `${method} ${at}`).toContain(String(answer.status))
    }
    await refused(['403'], real.path, real.body, {})
    if (requestBody) for (const wrong of ['{', '[]', '\ufffe']) await refused(['400'], real.path, wrong)
    if (path.includes('{'))
      for (const id of [nobodys, 'nobody']) {
        const others = withIds(path, real.body, {
          ...Object.fromEntries(Object.keys(ids).map((name) => [name, id])),
        })
        await refused(Object.keys(responses), others.path, others.body)
      }
    checkAnswer(method, path, await sandbox.call(method, real.path, real.body))
  }
  expect([...seen].toSorted()).toEqual(
    all(document)
      .flatMap((operation) => [`${operation} ok`, `${operation} refused`])
      .toSorted(),
  )
})

test('refusals with a body of their own match too', async () => {
  const sandbox = await startSandbox()
  const { checkAnswer } = await load(sandbox, 'platform')
  const { customer, related } = createWorld(sandbox)
  const [one, other] = [await customer(), await related()]
  const name = { first_name: 'Ada', last_name: 'Quill' }
  const bodies: [string, string, Json | undefined, unknown][] = [
    ['POST', '/customers/', {}, { dob: [expect.any(String)], names: [expect.any(String)] }],
    [
      'POST',
      '/customers/',
      { dob: '1990-04-12', names: [{}] },
      { names: { first_name: [expect.any(String)], last_name: [expect.any(String)] } },
    ],
    [
      'POST',
      '/customers/',
      { dob: '1990-04-12', names: [name, name] },
      { names: { is_legal_name: [expect.any(String)] } },
    ],
    ['GET', '/customers/{customer_id}', undefined, { message: expect.any(String) }],
    ['GET', '/customers/{customer_id}/related', undefined, { message: expect.any(String) }],
    ['GET', '/customers/{customer_id}/verification-kyc', undefined, { message: expect.any(String) }],
    ['PATCH', '/customers/{customer_id}', { dob: 'x' }, { dob: [expect.any(String)] }],
    ['DELETE', '/customers/{customer_id}', {}, { Error: expect.any(String) }],
    [
      'POST',
      '/customers/{customer_id}/related',
      { dob: 'x' },
      { dob: [expect.any(String)], names: [expect.any(String)] },
    ],
    ['DELETE', '/customers/{customer_id}/related', {}, { Error: expect.any(String) }],
  ]
  for (const [method, path, body, expected] of bodies) {
    const id = method === 'GET' ? 'nobody' : one
    const answer = await sandbox.call(method, path.replace('{customer_id}', id), body)
    checkAnswer(method, path, answer)
    expect([answer.status, answer.body], `${method} ${path}`).toEqual([400, expected])
  }
  for (const [path, p_id, customer_id] of [
    ['/customers/{customer_id}', one, one],
    ['/customers/{customer_id}/related', other.p_id, other.customer_id],
  ] as const) {
    const read = await sandbox.call<{ names?: Json[]; related?: { names: Json[] }[] }>(
      'GET',
      path.replace('{customer_id}', customer_id),
    )
    const [legal] = read.body.names ?? read.body.related?.[0]?.names ?? []
    const body = { p_id, target_type: 'names', target_id: legal?.name_id }
    const answer = await sandbox.call('DELETE', path.replace('{customer_id}', customer_id), body)
    checkAnswer('DELETE', path, answer)
    expect(answer.body).toEqual({ names: { is_legal_name: [expect.any(String)] } })
  }
})
