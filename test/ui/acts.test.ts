import { expect, test, vi } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'

vi.stubGlobal('location', new URL('http://localhost:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { attemptTo, refusal, said } = await import('../../ui/live/refusal.ts')
const { actOnDelivery, isAsked } = await import('../../ui/delivery/delivery-acts.ts')

const due = '2026-01-02T15:04:05.000000Z'

test.each<[string, Partial<DeliveryRow>]>([
  [
    'Due now. The attempt starts when a place in the queue is free.',
    { state: 'retrying', next_attempt_at: due },
  ],
  ['Attempted', { state: 'sending', next_attempt_at: null }],
])('attempt now reports its result: %s', async (words, delivery) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ delivery })))
  await actOnDelivery('dlv_1', 'attempt-now')
  expect(said.value).toBe(words)
})

test('a repeated request runs once while the first is pending', async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)))
  const first = actOnDelivery('dlv_1', 'attempt-now')
  await actOnDelivery('dlv_1', 'attempt-now')
  void actOnDelivery('dlv_2', 'attempt-now')
  expect(answers).toHaveLength(2)
  expect(isAsked('attempt-now', 'dlv_1')).toBe(true)
  answers[0]?.(new Response('', { status: 500 }))
  await first
  expect(isAsked('attempt-now', 'dlv_1')).toBe(false)
  void actOnDelivery('dlv_1', 'attempt-now')
  expect(answers).toHaveLength(3)
})

test('a refusal stays when an earlier request finishes later', async () => {
  const problem = { code: 'refused', message: 'It was refused.', fix: '' }
  let answer = () => {}
  const late = attemptTo(
    new Promise<{ ok: true; value: null }>((resolve) => {
      answer = () => resolve({ ok: true, value: null })
    }),
  )
  await attemptTo(Promise.resolve({ ok: false, problem }))
  answer()
  await late
  expect(refusal.value).toBe(problem)
  await attemptTo(Promise.resolve({ ok: true, value: null }))
  expect(refusal.value).toBeNull()
})
