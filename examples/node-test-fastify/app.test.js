import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { toBeDeliveredOnce, toBeRefused, toPassCheck, useSandbox } from 'webhook-sandbox/node-test'
import { createApp } from './app.js'

const secret = `whsec_${Buffer.from('the secret of these tests').toString('base64')}`
const sandbox = useSandbox()
const cards = new Map()
const app = createApp(secret, cards)
let url

before(async () => {
  url = `${await app.listen({ port: 0 })}/webhooks`
})
after(() => app.close())

test('a card that arrives twice is kept once', async () => {
  const receiver = await sandbox.receiver(url, { secret })
  await sandbox.trigger('card.created', { fault: 'duplicate(2)' })
  await toBeDeliveredOnce(receiver)
  assert.equal(cards.size, 1)
})

test('a forged event is refused', async () => {
  const receiver = await sandbox.receiver(url, { secret })
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await toBeRefused(receiver)
})

test('the receiver is right', async () => {
  await toPassCheck(await sandbox.receiver(url, { secret }))
})
