import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test('a double click or a held key acts once, however fast the response', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([500, 500, 500, 500, 500, 500])
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=request`)
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') orders.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  // As a hand does it: the first click has been answered when the second comes.
  const twice = (name: string) =>
    page.locator('.split-detail').getByRole('button', { name, exact: true }).first().dblclick({ delay: 60 })
  await twice('Attempt now')
  await expect.poll(async () => (await sandbox.attempts(deliveries[0]?.id ?? '')).length).toBe(2)
  await sandbox.settle()
  await twice('Cancel')
  await page.locator('.thing-state').getByText('cancelled').first().waitFor()
  await twice('Resend')
  await page.waitForURL((address) => !address.search.includes(deliveries[0]?.id ?? ''))
  const again = page.url()
  await page.locator('.split-detail').getByRole('button', { name: 'Resend' }).first().focus()
  for (let press = 0; press < 3; press++) await page.keyboard.down('Enter')
  await page.waitForURL((address) => address.href !== again)
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.goto(`${sandbox.url}/subscriptions?open=new`)
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await twice('Subscribe')
  await expect
    .poll(
      async () => (await sandbox.get<{ subscriptions: unknown[] }>('/sandbox/subscriptions')).subscriptions,
    )
    .toHaveLength(2)
  await sandbox.settle()
  expect(orders).toEqual(['attempt-now', 'cancel', 'resend', 'resend', 'webhooks'])
  expect(errors).toEqual([])
})
