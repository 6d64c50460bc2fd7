import { expect, test } from 'vitest'
import type { CaptureRow, ControlError } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** A sandbox that has received a request for each path. */
async function startWith(paths: readonly string[]) {
  const sandbox = await startSandbox()
  const send = (path: string, body = path) =>
    fetch(`${sandbox.url}/in/${path}`, { method: 'POST', body }).then((answer) => answer.text())
  for (const path of paths) await send(path)
  const rows = async () => {
    const body = await sandbox.get<{ captures: CaptureRow[] }>('/sandbox/captures?limit=500')
    return body.captures.toReversed()
  }
  const many = (act: string, body: unknown) =>
    sandbox.request<{ counts: Record<string, number>; answers: Record<string, number> } & ControlError>(
      'POST',
      `/sandbox/captures/${act}`,
      body,
    )
  return { sandbox, send, rows, many }
}

test('all captures that match are pinned and unpinned, and those that match alone', async () => {
  const { many, rows } = await startWith(['one', 'two', 'one'])
  expect((await many('pin', { endpoint: 'one' })).body.counts).toEqual({ captures: 2, skipped: 0 })
  expect((await rows()).map(({ pinned }) => pinned)).toEqual([true, false, true])
  expect((await many('pin', { q: 'endpoint:*' })).body.counts).toEqual({ captures: 1, skipped: 2 })
  expect((await many('unpin', { q: 'pinned:true endpoint:one' })).body.counts).toEqual({
    captures: 2,
    skipped: 0,
  })
  expect((await rows()).map(({ pinned }) => pinned)).toEqual([false, true, false])
})

test('the refusal of a filter that is not text shows the right form', async () => {
  const { many } = await startWith([])
  const { status, body } = await many('delete', { pinned: true, status: 503 })
  expect([status, body.error.message]).toEqual([
    422,
    'status: must be a quoted string: a number such as 404, >=400, <300 or 4xx; separate several by commas; pinned: must be a quoted string: true or false.',
  ])
})

test.each(['pin', 'unpin', 'delete', 'replay'])(
  '%s by blanks alone is refused: they name nothing, and all would be meant',
  async (act) => {
    const { many, rows } = await startWith(['one'])
    for (const q of ['', ' \t']) {
      const { status, body } = await many(act, { q })
      expect([status, body.error.message]).toEqual([422, 'q: must hold a word or a filter.'])
    }
    expect(await rows()).toMatchObject([{ pinned: false }])
  },
)

test('all captures that match are deleted; pinned ones and later ones stay', async () => {
  const { many, rows, send } = await startWith(['one', 'two', 'one', 'one'])
  const [first, , , last] = await rows()
  await many('pin', { q: `endpoint:one`, up_to: first?.seq })
  await send('one', 'later')
  const { status, body } = await many('delete', { endpoint: 'one', up_to: last?.seq })
  expect([status, body.counts]).toEqual([200, { captures: 2, kept: 1 }])
  expect((await rows()).map(({ endpoint, pinned }) => [endpoint, pinned])).toEqual([
    ['one', true],
    ['two', false],
    ['one', false],
  ])
  expect((await many('delete', { q: 'pinned:true' })).body.counts).toEqual({ captures: 1, kept: 0 })
  expect((await rows()).map(({ endpoint }) => endpoint)).toEqual(['two', 'one'])
})

test('hundreds are deleted while others are answered', async () => {
  const { many, rows, sandbox } = await startWith([])
  await Promise.all(
    Array.from({ length: 130 }, (_, index) =>
      fetch(`${sandbox.url}/in/many`, { method: 'POST', body: `${index}` }).then((answer) => answer.text()),
    ),
  )
  const deleting = many('delete', { endpoint: 'many' })
  expect(await sandbox.get('/sandbox/health')).toHaveProperty('counts')
  expect((await deleting).body.counts).toEqual({ captures: 130, kept: 0 })
  expect(await rows()).toEqual([])
})

test('all captures that match are sent again to an address, oldest first', async () => {
  const { many, rows } = await startWith(['one', 'two', 'one'])
  const receiver = await startReceiver([200, 503])
  const { status, body } = await many('replay', { endpoint: 'one', url: receiver.url })
  expect([status, body]).toEqual([200, { counts: { captures: 2, skipped: 0 }, answers: { 200: 1, 503: 1 } }])
  expect(receiver.requests.map(({ body }) => String(body))).toEqual(['one', 'one'])
  expect((await rows()).length).toBe(3)
})

test('nobody there is an answer too, and what cannot be signed is refused', async () => {
  const { many } = await startWith(['one', 'one'])
  const silent = await many('replay', { endpoint: 'one', url: 'http://127.0.0.1:1/' })
  expect(silent.body.answers).toEqual({ refused: 2 })
  const unknown = await many('replay', { endpoint: 'one', sign: { subscription_id: 'sub_none' } })
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'subscription_unknown'])
})

test.each(['pin', 'unpin', 'delete', 'replay'])(
  '%s of everything is not done by leaving the filter out, nor for a filter that cannot be read',
  async (act) => {
    const { many, rows } = await startWith(['one'])
    const none = await many(act, {})
    expect([none.status, none.body.error.code]).toEqual([422, 'invalid_field'])
    const wrong = await many(act, { q: 'verdikt:failed' })
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'invalid_field'])
    const unsearchable = await many(act, { q: 'verdict:faled' })
    expect([unsearchable.status, unsearchable.body.error.fix]).toEqual([422, 'Correct the fields named.'])
    expect((await many(act, { verdict: 'faled' })).body.error.message).toContain('failed')
    expect((await rows())[0]).toMatchObject({ pinned: false })
  },
)
