import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

test('events stand in groups, a search narrows them, and keys go from one to the next', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate`)
  await page.getByRole('heading', { name: /^kyc \d+$/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('autopay failed')
  await page.waitForURL('**/simulate?q=autopay+failed')
  await seen(page, /^1 of \d+ events$/)
  await page.getByRole('heading', { name: 'account.autopay.failed' }).waitFor()
  await page.getByRole('searchbox').fill('spoon')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('heading', { name: 'card.created' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await page.getByRole('heading', { name: 'customer.updated' }).waitFor()
  expect(
    await page.locator('.card.active').evaluate((card) => card.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(800)
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Send transactions' }).click()
  await seen(page, 'Sent 1 event, 1 delivery')
  expect(errors).toEqual([])
})

test('every event leads to its entry in the reference', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/simulate?open=kyb.verification.warning`)
  await page.getByRole('link', { name: 'In the reference' }).click()
  await page.waitForURL('**/sandbox/docs#event-kyb.verification.warning')
  await page.getByRole('article', { name: 'kyb.verification.warning' }).waitFor()
})

test('what a search leaves breaks no accessibility rule', async () => {
  const sandbox = await startSandbox({ bare: false })
  for (const view of ['/simulate?q=kyc', '/simulate?q=spoon']) {
    const { page } = await open(`${sandbox.url}${view}`, { width: 390, height: 800, colorScheme: 'dark' })
    await seen(page, / of \d+ events$/)
    expect(await violationsOf(page), view).toEqual([])
  }
})
