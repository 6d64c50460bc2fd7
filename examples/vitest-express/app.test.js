import { expect, test } from 'webhook-sandbox/vitest'
import { createApp } from './app.js'

const secret = `whsec_${Buffer.from('the secret of these tests').toString('base64')}`
const options = { secret, path: '/webhooks' }

test('a card that arrives twice is kept once', async ({ sandbox, receiver }) => {
  const cards = new Map()
  const app = await receiver(createApp(secret, cards), options)
  await sandbox.trigger('card.created', { fault: 'duplicate(2)' })
  await expect(app).toBeDeliveredOnce()
  expect(cards.size).toBe(1)
})

test('a forged event is refused', async ({ sandbox, receiver }) => {
  const app = await receiver(createApp(secret), options)
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await expect(app).toBeRefused()
})

test('the receiver is right', async ({ receiver }) => {
  await expect(await receiver(createApp(secret), options)).toPassCheck()
})
