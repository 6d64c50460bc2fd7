import { useSandbox } from 'webhook-sandbox/jest'
import { type Cards, startApp } from './app'

const secret = `whsec_${Buffer.from('the secret of these tests').toString('base64')}`
const sandbox = useSandbox()
const cards: Cards = new Map()
let running: Awaited<ReturnType<typeof startApp>>

beforeAll(async () => {
  running = await startApp(secret, cards)
})
afterAll(() => running.app.close())

test('a card that arrives twice is kept once', async () => {
  const receiver = await sandbox.receiver(running.url, { secret })
  await sandbox.trigger('card.created', { fault: 'duplicate(2)' })
  await expect(receiver).toBeDeliveredOnce()
  expect(cards.size).toBe(1)
})

test('a forged event is refused', async () => {
  const receiver = await sandbox.receiver(running.url, { secret })
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await expect(receiver).toBeRefused()
})
