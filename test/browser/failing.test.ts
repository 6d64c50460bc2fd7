import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

// The quick form has the number in the title without a browser, in test/ui/session.test.ts and test/ui/unread-words.test.ts.
test('a failing delivery is counted on every view until it succeeds, however many succeed after it', async () => {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  for (let i = 0; i < 60; i++) await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/errors`)
  await expect.poll(() => page.title()).toBe('(1) Errors · Webhook Sandbox')
  expect(await page.getByRole('link', { name: /^Stream/ }).textContent()).toContain('1 failing')
  await page.getByRole('link', { name: /^Stream/ }).click()
  await page.getByRole('button', { name: /^Failing/ }).click()
  await expect.poll(() => page.locator('.row', { hasText: 'card.created' }).count()).toBe(1)
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/attempt-now`)
  await expect.poll(() => page.title()).toBe('Stream · Webhook Sandbox')
  await expect.poll(() => page.locator('.failing').count()).toBe(0)
  expect(errors).toEqual([])
})

test('what is set for everybody has a sign with an off switch, and switching off can be undone', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/armed-errors', { status: 503 })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { page, errors } = await open(`${sandbox.url}/settings`)
  await seen(page, '1 armed')
  await seen(page, 'clock stopped')
  await page.getByRole('button', { name: 'Disarm 1 error' }).click()
  await expect
    .poll(async () => (await sandbox.get<{ armed_errors: [] }>('/sandbox/armed-errors')).armed_errors)
    .toEqual([])
  await expect.poll(() => page.getByText('1 armed').count()).toBe(0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await seen(page, '1 armed')
  await page.getByRole('button', { name: 'Return to real time' }).click()
  await expect.poll(() => page.getByText('clock stopped').count()).toBe(0)
  expect((await sandbox.get<{ clock: { mode: string } }>('/sandbox/clock')).clock.mode).toBe('real')
  expect(errors).toEqual([])
})
