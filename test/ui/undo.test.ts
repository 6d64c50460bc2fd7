import { expect, test, vi } from 'vitest'

/** The page's undo with a clock by hand and a sandbox that notes what it is asked to change; the page may read its health. */
async function start() {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('location', new URL('http://localhost:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    if (method !== 'GET') asked.push(`${method} ${path}`)
    return new Response('{}')
  })
  const { request } = await import('../../ui/live/api.ts')
  const undo = await import('../../ui/live/undo.ts')
  const { isLeaving, pending } = await import('../../ui/live/pending.ts')
  const remove = (id: string, run = () => request('DELETE', `/sandbox/captures/${id}`)) => {
    const back = vi.fn()
    undo.doLater({ said: `Deleted ${id}`, ids: [id], run, undo: back })
    return back
  }
  return { ...undo, isLeaving, pending, asked, request, remove }
}

test('a deletion is sent once its time is over', async () => {
  const { asked, pending, remove, isLeaving } = await start()
  const back = remove('cap_1')
  await vi.advanceTimersByTimeAsync(7900)
  expect([asked, isLeaving('cap_1')]).toEqual([[], true])
  await vi.advanceTimersByTimeAsync(200)
  expect([asked, pending.value, isLeaving('cap_1')]).toEqual([['DELETE /sandbox/captures/cap_1'], [], false])
  expect(back).not.toHaveBeenCalled()
})

test('an undone deletion is never sent', async () => {
  const { asked, remove, undo } = await start()
  const back = remove('cap_1')
  undo()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([asked, back.mock.calls.length]).toEqual([[], 1])
})

test('a refused deletion restores the record', async () => {
  const { remove } = await start()
  const problem = { code: 'storage', message: '', fix: '' }
  const back = remove('cap_1', async () => ({ ok: false, problem }))
  await vi.advanceTimersByTimeAsync(8100)
  expect(back).toHaveBeenCalledOnce()
})

test('a record deleted by another client is gone without a refusal', async () => {
  const { remove } = await start()
  const { refusal } = await import('../../ui/live/refusal.ts')
  const problem = { code: 'capture_unknown', message: 'No capture has the id cap_1.', fix: '' }
  const back = remove('cap_1', async () => ({ ok: false, problem }))
  await vi.advanceTimersByTimeAsync(8100)
  expect([back.mock.calls.length, refusal.value]).toEqual([0, null])
})

test('a subscription deleted by another client counts as deleted, a listed one does not', async () => {
  await start()
  const problem = { Message: 'No webhook subscription has the id sub_1', Code: 'webhooks_err', Status: 404 }
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 404 }))
  const { subscriptions } = await import('../../ui/live/settings.ts')
  const { unsubscribe } = await import('../../ui/subscription/subscribing.ts')
  subscriptions.value = [{ id: 'sub_1' }] as never
  expect(await unsubscribe('sub_1', 'demo')).toMatchObject({ ok: false })
  subscriptions.value = []
  expect(await unsubscribe('sub_1', 'demo')).toMatchObject({ ok: true })
})

test.each([
  '/sandbox/events',
  '/sandbox/runs/run_1/step',
  '/sandbox/captures/replay',
  '/sandbox/captures/pin',
])('a POST to %s waits for pending deletions', async (path) => {
  const { asked, request, remove } = await start()
  remove('cap_1')
  await request('POST', path)
  expect(asked).toEqual(['DELETE /sandbox/captures/cap_1', `POST ${path}`])
})

test('a POST waits for all deletions, running and undone ones included', async () => {
  const { asked, request, remove, undo } = await start()
  let answer = () => {}
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  remove('cap_1', async () => {
    await slow
    return request('DELETE', '/sandbox/captures/cap_1')
  })
  await vi.advanceTimersByTimeAsync(8100)
  remove('cap_2')
  undo()
  const sent = request('POST', '/sandbox/events')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([])
  answer()
  await sent
  expect(asked).toEqual(['DELETE /sandbox/captures/cap_1', 'POST /sandbox/events'])
})

test('a reset cancels pending deletions, because ids may be reused', async () => {
  const { asked, forgetDeletions, isLeaving, pending, remove, undoable } = await start()
  remove('cap_1')
  undoable('Deleted the filter failed', () => {})
  forgetDeletions()
  await vi.advanceTimersByTimeAsync(7000)
  expect([pending.value.map(({ said }) => said), isLeaving('cap_1')]).toEqual([
    ['Deleted the filter failed'],
    false,
  ])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toEqual([])
})

test('an immediate deletion can be undone after other acts', async () => {
  const { request, undo, undoable } = await start()
  const back = vi.fn()
  undoable('Disarmed card_dne', back)
  await request('POST', '/sandbox/events')
  undo()
  expect(back).toHaveBeenCalledOnce()
})

test('the time stops while the pointer is on the bar, and continues for later deletions', async () => {
  const { asked, remove, holdUndo, undo } = await start()
  remove('cap_1')
  holdUndo(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])
  // The bar goes from under the pointer: nothing says that it left.
  undo()
  remove('cap_2')
  await vi.advanceTimersByTimeAsync(8100)
  expect(asked).toEqual(['DELETE /sandbox/captures/cap_2'])
})
