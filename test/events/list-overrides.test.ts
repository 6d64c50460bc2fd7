import { expect, test } from 'vitest'
import { z } from 'zod'
import { kinds } from '../../server/events/builders.ts'
import { loadFaker } from '../../server/events/fake.ts'
import { overridden } from '../../server/events/overrides.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const { schema, build } = kinds['kyc.verification.document_required']
const fakerFor = await loadFaker('en_US')
const built = build({ occurredAt: '2026-01-01T09:00:00.000000+00:00', fake: fakerFor(1) })
const apply = (set: Record<string, unknown>) => overridden(built, { schema, set, force: false })

test('a value is put at a place of a list, and the other places stay', () => {
  const [first, second] = built.documents
  expect(apply({ 'documents.1.status': 'rejected' }).documents).toEqual([
    first,
    { ...second, status: 'rejected' },
  ])
  expect(apply({ 'documents.0': second }).documents).toEqual([second, second])
})

test('a list grows at its end, by a whole item or key by key', () => {
  const item = built.documents[0]
  expect(apply({ 'documents.2': item }).documents).toEqual([...built.documents, item])
  const set = Object.fromEntries(
    Object.entries(item ?? {}).map(([key, value]) => [`documents.2.${key}`, value]),
  )
  expect(apply(set).documents).toEqual([...built.documents, item])
  expect(() => apply({ 'documents.2.status': 'approved' })).toThrow(/documents\.2\.document_type: /)
})

test.each(['documents.3.status', 'documents.9', 'documents.99999999.status'])(
  '%s would leave a hole',
  (path) => {
    expect(() => apply({ [path]: 'approved' })).toThrow('is not an index in a list of 2')
  },
)

test.each([
  'documents.x',
  'documents.-1.status',
  'documents.00.status',
  'documents.length',
  'documents.0.colour',
  'documents.status',
  'customer_id.0',
  '0',
])('%s is no path', (path) => {
  expect(() => apply({ [path]: 'approved' })).toThrow(
    `${path} is not a path of kyc.verification.document_required`,
  )
})

test('an item of the wrong form is refused by its place', () => {
  expect(() => apply({ 'documents.1.status': 'lost', 'documents.0.upload_link': 'here' })).toThrow(
    /documents\.0\.upload_link: .*documents\.1\.status: /,
  )
})

test('a list that is not there, or null, begins with its first place', () => {
  const lists = z.object({
    event: z.string(),
    maybe: z.array(z.object({ n: z.int() })).optional(),
    none: z.array(z.int()).nullable(),
  })
  const set = { 'maybe.0.n': 1, 'none.0': 2, 'none.1': 3 }
  expect(overridden({ event: 'x', none: null }, { schema: lists, set, force: false })).toEqual({
    event: 'x',
    none: [2, 3],
    maybe: [{ n: 1 }],
  })
})

test('what is delivered carries the value, and a wrong path is answered with the right one', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.trigger('kyc.verification.document_required', { set: { 'documents.1.status': 'submitted' } })
  await sandbox.settle()
  const { body } = await sandbox.newestCapture()
  expect(JSON.parse(body ?? '').documents).toMatchObject([{ status: 'requested' }, { status: 'submitted' }])
  const { status, body: refused } = await sandbox.request<{ error: { fix: string } }>(
    'POST',
    '/sandbox/events',
    {
      event: 'kyc.verification.document_required',
      set: { 'documents.0.stauts': 'submitted' },
    },
  )
  expect([status, refused.error.fix]).toEqual([422, expect.stringContaining('mean documents.0.status?')])
})
