import { expect, test } from 'vitest'
import type { ErrorEntry } from '../../server/wire.ts'
import { placesOf, readDocument } from '../helpers/openapi.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const read = async () => {
  const sandbox = await startSandbox()
  type Catalogue = { errors: ErrorEntry[]; beyond_dictionary: ErrorEntry[] }
  const { errors, beyond_dictionary } = await sandbox.get<Catalogue>('/sandbox/catalogue/errors')
  return { sandbox, entries: [...errors, ...beyond_dictionary] }
}

test('exactly the codes that occur without arming have operations', async () => {
  const { entries } = await read()
  const codes = (those: ErrorEntry[]) => those.map(({ code }) => code)
  expect(codes(entries.filter(({ operations }) => operations.length > 0))).toEqual(
    codes(entries.filter(({ reached_by }) => reached_by !== null)),
  )
  expect(entries.filter(({ operations }) => operations.length === 0)).toHaveLength(50)
})

test('the operations of a code are the ones that document it', async () => {
  const { sandbox, entries } = await read()
  const places = placesOf(await readDocument(sandbox, 'platform'))
  for (const { code, operations } of entries) {
    const documented = places.filter(({ responses }) =>
      Object.values(responses).some((response) => response['x-codes']?.includes(code)),
    )
    expect(operations.toSorted(), code).toEqual(
      documented.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  }
})

test('every operation can return auth_err, and every POST idempotency_key_exists', async () => {
  const { sandbox, entries } = await read()
  const all = placesOf(await readDocument(sandbox, 'platform')).map(({ method, path }) => `${method} ${path}`)
  const operationsOf = (code: string) => entries.find((one) => one.code === code)?.operations.toSorted()
  expect(operationsOf('auth_err')).toEqual(all.toSorted())
  expect(operationsOf('idempotency_key_exists')).toEqual(
    all.filter((name) => name.startsWith('POST ')).toSorted(),
  )
})
