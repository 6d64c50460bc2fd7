import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test('the system notifies of failures on request while the page is hidden, and a click opens one', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url, { events: ['*'] })
  const { page, errors } = await open(`${sandbox.url}/settings?tab=notifications`)
  await page.addInitScript(() => {
    const told: Notification[] = []
    class Recorded {
      static permission = 'default'
      static requestPermission = async () => 'granted'
      onclick: (() => void) | null = null
      body: string
      constructor(_: string, { body }: { body: string }) {
        this.body = body
        told.push(this as unknown as Notification)
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, told })
    document.hasFocus = () => false
  })
  await page.reload()
  const told = () =>
    page.evaluate(() => (window as unknown as { told: Notification[] }).told.map(({ body }) => body))
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  expect(await told()).toEqual([])
  await sandbox.trigger('card.created')
  await expect.poll(told).toHaveLength(1)
  expect((await told())[0]).toMatch(/^1 failed: card\.created → 127\.0\.0\.1:\d+\S* 503$/)
  await page.evaluate(() =>
    (window as unknown as { told: Notification[] }).told[0]?.onclick?.(new Event('click')),
  )
  await page.waitForURL(/open=dlv_/)
  expect(errors).toEqual([])
})
