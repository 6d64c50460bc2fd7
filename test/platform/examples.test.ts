import { expect, test } from 'vitest'
import { createFaults, type Json, jsonOf, placesOf, readDocument } from '../helpers/openapi.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createWorld, successes, withIds } from './successes.ts'

test('every operation succeeds as documented: with its example, in the right state, by a body of the documented form', async () => {
  const sandbox = await startSandbox()
  const document = await readDocument(sandbox, 'platform')
  const faultsOf = createFaults(document)
  const places = placesOf(document)
  expect(places.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(successes).toSorted())
  for (const { operationId, method, path, requestBody, responses } of places) {
    const { schema = {}, example } = requestBody?.content['application/json'] ?? {}
    expect(example !== undefined, `${operationId}: an example of its body`).toBe(requestBody !== undefined)
    const ids = (await successes[operationId]?.(createWorld(sandbox))) ?? {}
    const real = withIds(path, example, ids)
    expect(example === undefined ? [] : faultsOf(schema, real.body), operationId).toEqual([])
    const answer = await sandbox.call(method, real.path, real.body)
    const [status = ''] = Object.keys(responses)
    expect([operationId, answer.status, answer.body]).toEqual([operationId, Number(status), answer.body])
    expect(faultsOf(jsonOf(responses[status]?.content) ?? {}, answer.body), operationId).toEqual([])
    expect(answer.headers.get('sandbox-warning'), operationId).toBeNull()
  }
  expect(sandbox.troubles).toEqual([])
})

/** Every schema within a value of the document that has an example. */
function* withExample(value: unknown, at: string): Generator<{ at: string; schema: Json }> {
  if (typeof value !== 'object' || value === null) return
  if ('example' in value && ('type' in value || 'anyOf' in value)) yield { at, schema: value as Json }
  for (const [key, inner] of Object.entries(value)) yield* withExample(inner, `${at}/${key}`)
}

test('every example of a field, a query and an answer is of its own documented form', async () => {
  const sandbox = await startSandbox()
  const document = await readDocument(sandbox, 'platform')
  const faultsOf = createFaults(document)
  const found = [...withExample(document.components.schemas, ''), ...withExample(document.paths, '')]
  expect(found.length).toBeGreaterThan(100)
  for (const { at, schema } of found) expect(faultsOf(schema, schema.example), at).toEqual([])
  for (const { operationId, responses } of placesOf(document))
    for (const { content } of Object.values(responses)) {
      const { schema = {}, example } = content?.['application/json'] ?? {}
      if (example !== undefined) expect(faultsOf(schema, example), operationId).toEqual([])
    }
})
