import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { excessOf, useBrowser } from './open-page.ts'
import { startSender } from './senders.ts'

const open = useBrowser()
const low = { width: 1440, height: 480 }

/** The tabs on which the frame does not stand still. */
async function unsteadyTabs(page: Page): Promise<string[]> {
  const unsteady: string[] = []
  const tabs = page.getByRole('tablist', { name: 'Parts' }).getByRole('tab')
  await tabs.first().waitFor()
  for (const tab of await tabs.all()) {
    await tab.click()
    await page.locator('.split-detail').hover()
    await page.mouse.wheel(0, 9000)
    const excess = await excessOf(page)
    if (excess > 0) unsteady.push(`${await tab.textContent()} by ${excess}`)
  }
  return unsteady
}

test('the frame stands still on every tab of a capture and a delivery, however long it is', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  const { url } = await startReceiver([503])
  await sandbox.subscribe(url)
  const { deliveries } = await sandbox.trigger('card.created')
  const capture = await send('{"event":"card.created"}', { signed: 'something else' })
  const { page, errors } = await open(`${sandbox.url}/?open=${capture.id}`, low)
  expect(await unsteadyTabs(page)).toEqual([])
  await page.goto(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  expect(await unsteadyTabs(page)).toEqual([])
  expect(errors).toEqual([])
})

test('a handler that is shown comes to the top of its detail, and the frame stays', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  const { id } = await send('{"event":"card.created"}', { signed: 'something else' })
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=signature`, low)
  await page.getByRole('button', { name: 'Show a handler' }).click()
  await page.locator('pre.code').waitFor()
  await expect.poll(() => page.locator('.split-detail').evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(errors).toEqual([])
})

test('the names of the places stand in full beside numbers of three digits, in bold and in demo mode too', async () => {
  const sandbox = await startSandbox()
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => sandbox.subscribe(`http://127.0.0.1:9/${index}`)),
  )
  const { page, errors } = await open(`${sandbox.url}/subscriptions`, { width: 1440 })
  const cut = () =>
    page
      .locator('.rail a > span')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
  await page.locator('.rail a[aria-current]').filter({ hasText: 'Subscriptions100' }).waitFor()
  expect(await cut()).toEqual([])
  await page.evaluate(() => document.documentElement.setAttribute('data-demo', 'on'))
  expect(await cut()).toEqual([])
  expect(errors).toEqual([])
})
