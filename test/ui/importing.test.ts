import { afterEach, expect, test, vi } from 'vitest'
import { importCaptures } from '../../ui/settings/importing.ts'

/** A sandbox that takes everything in; answers how many captures each request held. */
function taking(): number[] {
  const batches: number[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { captures } = JSON.parse(body)
    batches.push(captures.length)
    return Response.json({ imported: captures.length, skipped: 0, renamed: [] })
  })
  return batches
}
afterEach(() => vi.unstubAllGlobals())

const lines = (count: number) => Array.from({ length: count }, (_, index) => `{"id":"cap_${index}"}`)

test('a file is imported in batches', async () => {
  const batches = taking()
  const done = await importCaptures(`${lines(1200).join('\n')}\n`)
  expect(done).toEqual({ ok: true, value: { imported: 1200, skipped: 0, renamed: [] } })
  expect(batches).toEqual([500, 500, 200])
})

test('an invalid line is named, with the number of imported lines', async () => {
  taking()
  const late = await importCaptures([...lines(501), 'oh'].join('\n'))
  expect(late.ok ? null : late.problem.message).toBe(
    'Line 502 is not valid JSON. The 500 lines before were imported.',
  )
  const early = await importCaptures('oh')
  expect(early.ok ? null : early.problem.message).toBe('Line 1 is not valid JSON.')
})

test('lines are numbered as in the file, empty ones included', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        error: {
          code: 'x',
          message: 'captures.1.id: must be an id.',
          fix: '',
          fields: [{ path: ['captures', 1, 'id'], problem: 'must be an id' }],
        },
      },
      { status: 400 },
    ),
  )
  const refused = await importCaptures('{"id":"cap_1"}\n\n\n{"id":"?"}')
  expect(refused.ok ? null : refused.problem.message).toBe('Line 4: captures.1.id: must be an id.')
  const broken = await importCaptures('\n{}\n\noh')
  expect(broken.ok ? null : broken.problem.message).toBe('Line 4 is not valid JSON.')
})

test('a HAR is imported by its requests, without the content of its responses', async () => {
  const sent: { path: string; entries: unknown[] }[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, entries: JSON.parse(body).log.entries })
    return Response.json({
      imported: 1,
      skipped: 0,
      renamed: [],
      lost: [{ code: 'raw_bytes', entries: 1, detail: '' }],
    })
  })
  const entry = {
    request: { method: 'POST' },
    response: { status: 200, content: { text: 'x'.repeat(1000) } },
  }
  const done = await importCaptures(JSON.stringify({ log: { entries: [entry] } }, null, 2))
  expect(done).toMatchObject({ ok: true, value: { imported: 1, lost: [{ code: 'raw_bytes' }] } })
  expect(sent).toEqual([
    {
      path: '/sandbox/captures/import',
      entries: [{ request: { method: 'POST' }, response: { status: 200 } }],
    },
  ])
  const broken = await importCaptures('{"log":{"entries":1}}')
  expect(broken.ok ? null : broken.problem.code).toBe('no_har')
})
