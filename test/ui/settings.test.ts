import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://localhost:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { endpoints, readSettings, subscriptions, takeEndpoint, takeSubscription } = await import(
  '../../ui/live/settings.ts'
)

/** Answers every question once `answer` is called, each with what stood when it was asked. */
function holdAnswers(lists: object) {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async () => {
    await answered
    return new Response(JSON.stringify(lists))
  })
  return () => answer()
}

test('live frames during loading win over an older list', async () => {
  const answer = holdAnswers({
    endpoints: [
      { name: 'orders', forward_to: ['http://localhost:3000/'] },
      { name: 'gone', forward_to: [] },
    ],
    subscriptions: [{ id: 'a', status: 'enabled' }],
    events: [],
    schemes: [],
  })
  const read = readSettings()
  takeEndpoint({ name: 'orders', forward_to: [] } as never)
  takeEndpoint({ name: 'gone', deleted: true })
  takeSubscription({ id: 'a', status: 'disabled' } as never)
  answer()
  await read
  expect(endpoints.value).toEqual([{ name: 'orders', forward_to: [] }])
  expect(subscriptions.value).toEqual([{ id: 'a', status: 'disabled' }])
})

test('live frames before loading lose against a newer list', async () => {
  takeEndpoint({ name: 'orders', forward_to: ['http://localhost:1/'] } as never)
  const answer = holdAnswers({ endpoints: [], subscriptions: [], events: [], schemes: [] })
  const read = readSettings()
  answer()
  await read
  expect(endpoints.value).toEqual([])
})
