import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()
const tabs = ['appearance', 'notifications', 'demo', 'sandbox', 'configuration', 'data']

test('theme and contrast apply at once and after a reload, and the sections have addresses', async () => {
  const sandbox = await startSandbox()
  const { page, errors } = await open(`${sandbox.url}/settings`, { colorScheme: 'light' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await page.getByLabel('Dark').check()
  expect(await ground()).toBe('rgb(22, 22, 21)')
  await page.getByLabel(/^High contrast/).check()
  expect(await page.evaluate(() => document.documentElement.dataset.contrast)).toBe('more')
  await page.reload()
  expect(await ground()).toBe('rgb(22, 22, 21)')

  await page.getByRole('link', { name: 'Configuration' }).click()
  await page.getByLabel('Search keys').fill('retention')
  await page.waitForURL('**/settings?q=retention&tab=configuration')
  await seen(page, 'retention.bytes')
  await page.getByLabel('Changed keys only').check()
  await page.waitForURL('**/settings?q=retention+is%3Achanged&tab=configuration')
  await seen(page, 'No key matches.')
  await page.getByRole('link', { name: 'Data' }).click()
  await page.goBack()
  await seen(page, 'No key matches.')
  expect(errors).toEqual([])
})

test('theme, contrast and demo mode follow in other tabs, and a divider does not', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/settings`, { colorScheme: 'light' })
  const other = await page.context().newPage()
  await other.goto(`${sandbox.url}/?open=evt_1`)
  const look = () => other.evaluate(() => ({ ...document.documentElement.dataset }))
  const divider = other.getByRole('separator')
  const share = await divider.getAttribute('aria-valuenow')
  await page.getByLabel('Dark').check()
  await page.getByLabel(/^High contrast/).check()
  await expect.poll(look).toMatchObject({ theme: 'dark', contrast: 'more', demo: 'off' })
  await page.getByLabel('Settings sections').getByRole('link', { name: 'Demo' }).click()
  await page.getByLabel(/^Large type/).check()
  await expect.poll(look).toMatchObject({ theme: 'dark', contrast: 'more', demo: 'on' })
  await page.getByRole('link', { name: 'Endpoints' }).click()
  await page.getByRole('separator').press('ArrowLeft')
  await page.getByRole('button', { name: 'Leave demo mode' }).click()
  await expect.poll(look).toMatchObject({ demo: 'off' })
  expect(await divider.getAttribute('aria-valuenow')).toBe(share)
  expect(errors).toEqual([])
})

test('the configuration is listed by key, without secrets', async () => {
  const sandbox = await startSandbox({
    delivery: { timeout: '3s' },
    auth: { keys: [{ authorization: 'Bearer hidden-from-all', identity: 'acme' }] },
  })
  const { page } = await open(`${sandbox.url}/settings?tab=configuration&q=is:changed`)
  await seen(page, 'delivery.timeout')
  await seen(page, '"3s"')
  expect(await page.content()).not.toContain('hidden-from-all')

  await page.goto(`${sandbox.url}/settings?tab=sandbox`)
  await page.getByRole('button', { name: 'Show the secret of the platform' }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('hidden-from-all')
  await page.getByRole('button', { name: 'Show the secret of the platform' }).click()
  await seen(page, 'Bearer hidden-from-all')
})

test('captures are exported, the sandbox is reset after a confirmation, and captures are imported again', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/settings?tab=data`)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save captures as JSON lines' }).click(),
  ])
  const file = await saved.path()
  expect(readFileSync(file, 'utf8')).toContain('"event":"card.created"')

  await page.getByRole('button', { name: 'Reset…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset this sandbox?' })
  await dialog.getByText(/1 event, 1 delivery, 1 capture and 0 calls/).waitFor()
  await dialog.getByText(/npx webhook-sandbox reset --keep subscriptions,endpoints/).waitFor()
  await dialog.getByLabel(/^Keep endpoints/).uncheck()
  await dialog.getByText(/reset --keep subscriptions --url/).waitFor()
  const { x = 0, y = 0 } = (await dialog.boundingBox()) ?? {}
  await page.mouse.click(x + 6, y + 6)
  await dialog.getByLabel(/^Keep endpoints/).check()
  await dialog.getByLabel(/^Keep endpoints/).uncheck()
  await page.mouse.click(x - 6, y - 6)
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Reset…' }).click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await sandbox.get('/sandbox/captures')).toHaveProperty('captures.length', 1)

  await page.getByRole('button', { name: 'Reset…' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await sandbox.get('/sandbox/captures')).toHaveProperty('captures.length', 0)

  await page.getByLabel('Import captures from a JSON lines file or a HAR').setInputFiles(file)
  await seen(page, '1 capture imported.')
  expect(await sandbox.get('/sandbox/captures')).toHaveProperty('captures.length', 1)
  expect(errors).toEqual([])
})

test('the status bar shows rate, seed and size, and a secret in a command is masked until a click', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/`)
  const status = page.getByRole('region', { name: 'Status' })
  await status.getByText('Connected').waitFor()
  await status.getByText('seed 7').waitFor()
  await status.getByText(/in memory \d/).waitFor()
  await status.getByText('nothing in the last 5 s').waitFor()
  await sandbox.trigger('card.created')
  await status.getByText(/^[\d.]+ events\/s$/).waitFor()
  await status.getByText('nothing in the last 5 s').waitFor()

  const [subscription] = (
    await sandbox.get<{ subscriptions: { secret: string }[] }>('/sandbox/subscriptions')
  ).subscriptions
  const secret = subscription?.secret ?? ''
  const { id } = await sandbox.newestCapture()
  await page.goto(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.getByRole('button', { name: 'Show a handler that verifies this' }).click()
  const masked = page.getByRole('button', { name: 'Masked secret: show' }).first()
  await masked.waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain(secret)
  await masked.click()
  await seen(page, secret)
})

test('no section breaks an accessibility rule that axe knows', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/settings`)
  for (const tab of tabs) {
    await page.goto(`${sandbox.url}/settings?tab=${tab}`)
    await page.locator('.settings-group').first().waitFor()
    await seen(page, 'Connected')
    expect(await wrongsOf(page), tab).toEqual([])
  }
  await page.getByRole('button', { name: 'Reset…' }).click()
  expect(await wrongsOf(page), 'dialog').toEqual([])
})
