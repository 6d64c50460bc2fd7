import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { excessOf, useBrowser } from './open-page.ts'
import { startSender } from './senders.ts'

const open = useBrowser()
const low = { width: 1440, height: 480 }

/** The tabs on which the frame does not stand still. */
async function unsteadyTabs(page: Page): Promise<string[]> {
  const unsteady: string[] = []
  const tabs = page.getByRole('tablist', { name: 'Sections' }).getByRole('tab')
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

test('the frame stays still on every tab of a capture and a delivery', async () => {
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

test('a generated receiver scrolls to the top of its detail, and the frame stays', async () => {
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

test('view names stay complete beside three-digit counts, in bold and in demo mode', async () => {
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

quick('an address of any length leaves the result and the tabs visible', async () => {
  const sandbox = await startSandbox({ bare: false })
  const long = 'tenant/'.repeat(280)
  await fetch(`${sandbox.url}/in/demo/${long}end`, { method: 'POST', body: '{}' })
  await sandbox.call('GET', `/cards/${long}end`)
  const subscription = await sandbox.subscribe(`http://127.0.0.1:1/${long}end`)
  const capture = await sandbox.newestCapture()
  const { calls } = await sandbox.get<{ calls: { id: string; path: string }[] }>('/sandbox/calls')
  const call = calls.find(({ path }) => path.includes(long))
  const { page, errors } = await open('about:blank')
  for (const id of [capture.id, call?.id]) {
    await page.goto(`${sandbox.url}/?open=${id}`)
    const tab = page.getByRole('tab', { name: 'Request' })
    await tab.waitFor()
    expect((await tab.boundingBox())?.y).toBeLessThan(500)
    // Cut in its middle, never at its end.
    await page
      .locator('.split-detail h2')
      .getByText(/….*end/)
      .waitFor()
    await tab.click()
    await page.locator('.request-line').getByText(`${long}end`).waitFor()
  }
  await page.goto(`${sandbox.url}/subscriptions?open=${subscription.id}`)
  const card = page.locator('.card.active')
  await card.waitFor()
  expect((await card.boundingBox())?.height).toBeLessThan(150)
  expect((await page.locator('.split-detail h2').boundingBox())?.height).toBeLessThan(150)
  expect(errors).toEqual([])
})

test('at 200 % zoom the views scroll, and keys move to visible rows', async () => {
  const sandbox = await startSandbox({ bare: false })
  for (let round = 0; round < 6; round++) await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/lanes`, { width: 640, height: 360 })
  const drawing = page.getByRole('region', { name: 'Arrows between the lanes' })
  await drawing.waitFor()
  expect((await drawing.boundingBox())?.height).toBeGreaterThan(200)
  await page.goto(`${sandbox.url}/`)
  await page.getByRole('option').nth(8).waitFor()
  const end = (await page.locator('.foot').boundingBox())?.y ?? 0
  for (let row = 0; row < 14; row++) {
    await page.keyboard.press('j')
    const active = page.locator(`#row-${row}.active`)
    await active.waitFor()
    await expect
      .poll(async () => {
        const { y = 0, height = 0 } = (await active.boundingBox()) ?? {}
        return y > 0 && y + height <= end + 1
      })
      .toBe(true)
  }
  expect(await excessOf(page)).toBe(0)
  expect(errors).toEqual([])
})

test('on a phone the product name stays complete beside search, clock and connection', async () => {
  const sandbox = await startSandbox()
  const { page } = await open(sandbox.url, { width: 390 })
  await page.getByRole('status').getByText('live').waitFor()
  const name = page.getByRole('heading', { name: 'Webhook Sandbox' })
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
