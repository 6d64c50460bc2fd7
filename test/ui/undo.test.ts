import { expect, test, vi } from 'vitest'

/** The page's undo with a clock by hand and a sandbox that notes what it is asked. */
async function start() {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('location', new URL('http://localhost:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    return new Response('{}')
  })
  const { request } = await import('../../ui/live/api.ts')
  const undo = await import('../../ui/live/undo.ts')
  const remove = (id: string, run = () => request('DELETE', `/sandbox/captures/${id}`)) => {
    const back = vi.fn()
    undo.doLater({ said: `Deleted ${id}`, ids: [id], run, undo: back })
    return back
  }
  return { ...undo, asked, request, remove }
}

test('a deletion is sent when its time is over, once', async () => {
  const { asked, pending, remove, isLeaving } = await start()
  const back = remove('cap_1')
  await vi.advanceTimersByTimeAsync(7900)
  expect([asked, isLeaving('cap_1')]).toEqual([[], true])
  await vi.advanceTimersByTimeAsync(200)
  expect([asked, pending.value, isLeaving('cap_1')]).toEqual([['DELETE /sandbox/captures/cap_1'], [], false])
  expect(back).not.toHaveBeenCalled()
})

test('taken back, it is never sent', async () => {
  const { asked, remove, undo } = await start()
  const back = remove('cap_1')
  undo()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([asked, back.mock.calls.length]).toEqual([[], 1])
})

test('what is refused comes back', async () => {
  const { remove } = await start()
  const problem = { code: 'storage', message: '', fix: '' }
  const back = remove('cap_1', async () => ({ ok: false, problem }))
  await vi.advanceTimersByTimeAsync(8100)
  expect(back).toHaveBeenCalledOnce()
})

test('what was deleted elsewhere meanwhile is gone, and nothing is said to be refused', async () => {
  const { remove } = await start()
  const { refusal } = await import('../../ui/live/refusal.ts')
  const problem = { code: 'capture_unknown', message: 'No capture has the id cap_1.', fix: '' }
  const back = remove('cap_1', async () => ({ ok: false, problem }))
  await vi.advanceTimersByTimeAsync(8100)
  expect([back.mock.calls.length, refusal.value]).toEqual([0, null])
})

test('a subscription that was ended elsewhere meanwhile is deleted, one that is listed still is not', async () => {
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
])('a POST to %s waits for what was deleted', async (path) => {
  const { asked, request, remove } = await start()
  remove('cap_1')
  await request('POST', path)
  expect(asked).toEqual(['DELETE /sandbox/captures/cap_1', `POST ${path}`])
})

test('it waits for all of them, also while one is on its way and another was taken back', async () => {
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

test('after a reset nothing is deleted any more: what has the id now is something else', async () => {
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

test('what was done at once can be taken back also after other acts', async () => {
  const { request, undo, undoable } = await start()
  const back = vi.fn()
  undoable('Disarmed card_dne', back)
  await request('POST', '/sandbox/events')
  undo()
  expect(back).toHaveBeenCalledOnce()
})

test('time stands while somebody is at the bar, and runs again for what is deleted after it has gone', async () => {
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
