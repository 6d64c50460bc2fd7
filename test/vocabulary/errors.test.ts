import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import reference from '../../fixtures/reference/webhooks.json'
import { errorBody, isPlatformCode, platformCodes, platformErrors } from '../../server/errors/dictionary.ts'
import { Failure, failureCodes } from '../../server/failures.ts'
import { requests } from '../../server/words/act.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { sourceFiles } from './sources.ts'

test('each platform error has the four keys and the type of its status', () => {
  for (const code of platformCodes) {
    const body = errorBody(code, 'why')
    expect(Object.keys(body)).toEqual(reference.error_keys)
    expect(body).toEqual({
      Message: 'why',
      Status: platformErrors[code].status,
      Code: code,
      Type: reference.error_types[String(body.Status) as '400'],
    })
  }
})

const server = sourceFiles('server').filter(({ path }) => path.endsWith('.ts'))
const used = new Set(
  server
    .filter(({ path }) => path !== 'server/failures.ts')
    .flatMap(({ text }) =>
      [...text.matchAll(/(?<![.\w])(?:fail|failUnknown|new Failure|refuse)\(\s*'(\w+)'/g)].map(
        ([, code = '']) => code,
      ),
    ),
)
/** Given out by code that does not name them where they are thrown. */
const thrownElsewhere = {
  'server/api/route.ts': ['invalid_query', 'invalid_field'],
  'server/failures.ts': ['storage', 'internal'],
}

test('every failure code is used, and every used code is in the catalogue', () => {
  for (const [path, codes] of Object.entries(thrownElsewhere)) {
    const text = readFileSync(path, 'utf8')
    for (const code of codes) {
      expect(text, path).toContain(`'${code}'`)
      used.add(code)
    }
  }
  expect([...used].filter((code) => !isPlatformCode(code)).toSorted()).toEqual(failureCodes.toSorted())
})

test('every failure has a fitting status and names the next move', () => {
  for (const code of failureCodes) {
    const failure = new Failure(code, 'why')
    expect([400, 403, 404, 408, 409, 413, 415, 417, 421, 422, 426, 429, 431, 500, 502, 503, 508]).toContain(
      failure.status,
    )
    expect(failure.fix).toMatch(/\w.*\.$/)
  }
})

test('every failure of a route is documented, and every documented failure exists', async () => {
  const sandbox = await startSandbox()
  const document = await sandbox.get<{
    paths: Record<string, Record<string, { responses: { default: { description: string } } }>>
  }>('/sandbox/openapi/sandbox.json')
  const documented = new Set(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) =>
        responses.default.description.replace('Refused: ', '').split(', '),
      ),
    ),
  )
  /** Not of a route: no route at all, what cannot be read, what endpoints refuse, a header of the emulated API. */
  const unread = ['request_malformed', 'request_timeout', 'expectation_unknown', 'headers_too_large']
  const ofEndpoints = ['endpoint_name', 'rate_limited', 'forward_failed', 'forward_circle']
  const elsewhere = ['route_unknown', ...unread, ...ofEndpoints, 'error_code_unknown']
  expect([...documented, ...elsewhere].toSorted()).toEqual(failureCodes.toSorted())
})

test('the calls that a fix recommends are operations', async () => {
  const sandbox = await startSandbox()
  const { paths } = await sandbox.get<{ paths: Record<string, Record<string, { operationId: string }>> }>(
    '/sandbox/openapi/sandbox.json',
  )
  for (const [operation, [method, path]] of Object.entries(requests))
    expect(paths[path]?.[method.toLowerCase()]?.operationId, operation).toBe(operation)
})
