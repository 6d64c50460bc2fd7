import { expect, test } from 'webhook-sandbox/playwright'
import { secret } from './playwright.config.js'

test('a new card appears on the page', async ({ page, baseURL, sandbox, receiver }) => {
  const app = await receiver(`${baseURL}/webhooks`, { secret })
  await sandbox.trigger('card.created', { set: { 'card.last_four': '4242' } })
  await expect(app).toBeDelivered()
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Cards' })).toContainText('4242')
})

test('a forged event is refused', async ({ baseURL, sandbox, receiver }) => {
  const app = await receiver(`${baseURL}/webhooks`, { secret })
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await expect(app).toBeRefused()
})
