import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { type Json, placesOf } from '../helpers/openapi.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { load } from './documented.ts'

test("the sandbox's document marks required bodies as the API does, needs no key and lists its tags", async () => {
  const sandbox = await startSandbox()
  const { document } = await load(sandbox, 'sandbox')
  const found: Record<string, boolean> = {}
  const told: Record<string, boolean | undefined> = {}
  for (const { method, path, requestBody } of placesOf(document)) {
    if (!requestBody || path.includes('{')) continue
    const { body } = await sandbox.request<{ error?: { code: string } }>(method, `/sandbox${path}`)
    found[path] = body.error?.code === 'body_malformed'
    told[path] = requestBody.required
  }
  expect(told).toEqual(found)
  expect(new Set(Object.values(found)).size).toBe(2)
  expect(document.security).toEqual([])
  const tags = placesOf(document).flatMap(({ tags = [] }) => tags)
  expect(document.tags?.map(({ name }) => name)).toEqual([...new Set(tags)])
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

test('every schema in both documents is JSON Schema 2020-12, with valid keyword values', async () => {
  const sandbox = await startSandbox()
  const ajv = new Ajv({ strict: false })
  const schemasIn = (value: unknown): Json[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => (key === 'schema' ? [inner] : schemasIn(inner)))
  }
  for (const which of ['platform', 'sandbox'] as const) {
    const { document } = await load(sandbox, which)
    const schemas = [...Object.values(document.components.schemas), ...schemasIn(document)]
    expect(schemas.length).toBeGreaterThan(100)
    for (const schema of schemas) {
      const told = JSON.stringify(schema).slice(0, 500)
      expect(ajv.validateSchema(schema), `${ajv.errorsText()} ${told}`).toBe(true)
    }
  }
})

test('each part of a schema has a type, because client generators would otherwise use any', async () => {
  const sandbox = await startSandbox()
  const bare: string[] = []
  const look = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    const { allOf } = value as Json
    if (Array.isArray(allOf) && !allOf.every((part: Json) => part.type ?? part.$ref)) bare.push(path)
    for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`)
  }
  for (const which of ['platform', 'sandbox'] as const) look((await load(sandbox, which)).document, which)
  expect(bare).toEqual([])
})

test('every reference in the documents leads to a schema with content', async () => {
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
