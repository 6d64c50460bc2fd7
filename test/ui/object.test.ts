import { beforeEach, expect, test, vi } from 'vitest'

const [card, payment, stranger] = [1, 2, 3].map((n) => `3f8a4d26-9c1e-4b7f-8a55-00000000000${n}`) as [
  string,
  string,
  string,
]

/** A sandbox with a card and a transaction. */
async function world() {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async (path: string) => {
    const { searchParams, pathname } = new URL(path, 'http://127.0.0.1')
    if (pathname === '/sandbox/events/evt_1')
      return Response.json({ event: { call_id: stranger, payload: { card_id: card } } })
    asked.push(searchParams)
    const [id, title] =
      searchParams.get('kind') === 'transaction' ? [payment, 'Purchase $20.00'] : [card, 'Card •••• 4242']
    const isAsked = searchParams.get('id')?.split(',').includes(id)
    return Response.json({ objects: isAsked ? [{ id, title }] : [], next: null })
  })
  return { asked, ...(await import('../../ui/live/known-thing.tsx')) }
}

beforeEach(() => {
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

test('the ids of objects that are drawn together are asked for together, and each once', async () => {
  const { asked, askKnown, known } = await world()
  for (const id of [card, payment, stranger, card]) await askKnown(id)
  await vi.waitFor(() => expect(known.value.size).toBe(3))
  expect([card, payment, stranger].map((id) => known.value.get(id))).toEqual([
    'Card •••• 4242',
    'Purchase $20.00',
    null,
  ])
  expect(asked.map((query) => [query.get('kind'), query.get('id')])).toEqual([
    [null, [card, payment, stranger].join(',')],
    ['transaction', [payment, stranger].join(',')],
  ])
  await askKnown(card)
  expect(asked).toHaveLength(2)
})

test('an act on a record opens the first object that the record names', async () => {
  await world()
  vi.stubGlobal('history', { pushState() {}, replaceState() {} })
  const { actsOf } = await import('../../ui/acts/thing-acts.ts')
  const { place } = await import('../../ui/place/navigation.ts')
  await actsOf('evt_1')
    .find(({ name }) => name === 'object')
    ?.run()
  expect(place.value).toMatchObject({ view: 'objects', open: card })
})

test('the state of an object has the tone of its meaning', async () => {
  await world()
  const { stateSign } = await import('../../ui/object/objects.ts')
  expect(
    ['active', 'declined', 'closed', 'under_review'].map((state) => stateSign({ kind: 'kyc', state })),
  ).toEqual([
    { tone: 'good', text: 'active' },
    { tone: 'bad', text: 'declined' },
    { tone: 'quiet', text: 'closed' },
    { tone: 'wait', text: 'under review' },
  ])
  expect(stateSign({ kind: 'customer', state: 'success' })?.text).toBe('KYC success')
  expect(stateSign({ kind: 'customer', state: null })).toBeNull()
})
