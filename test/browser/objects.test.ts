import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from '../platform/makers.ts'
import { chord, seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

// The quick form has names, states and links of objects without a browser, in test/ui/object.test.ts; test/browser/every-view.test.ts
// opens one.
test('objects are listed live, lead to each other and to what happened, and ids lead to them', async () => {
  const sandbox = await startSandbox()
  const make = createMakers(doerOf(sandbox))
  const { page, errors } = await open(sandbox.url)
  await seen(page, 'Connected')
  await chord(page, 'g', 'o')
  await seen(page, 'No objects yet')
  const { card_id } = await make.funded()
  const cards = page.locator('.cards .card')
  await expect.poll(() => cards.count()).toBe(4)
  await page.getByLabel('Kind').selectOption('card')
  await expect.poll(() => cards.count()).toBe(1)
  await cards.first().click()
  await seen(page, '$1,000.00')
  expect(new URL(page.url()).pathname).toBe(`/objects/${card_id}`)
  expect(await violationsOf(page, 'neither')).toEqual([])

  // The balance follows a payment.
  await make.fund(card_id, '5.00')
  await page.locator('.split-detail').getByText('$1,005.00').first().waitFor()

  // Its account, through the id in a field.
  const detail = page.locator('.split-detail')
  await detail.getByText(/^Fields/).click()
  await detail.locator('.pairs a[title^="Deposit account"]').first().click()
  await detail.getByRole('heading', { name: /Deposit account/ }).waitFor()
  expect(await page.title()).toMatch(/Deposit account .* · Objects · Webhook Sandbox/)
  await page.goBack()

  // An event of the timeline, and back to the card through its id in the payload.
  await detail.locator('.thing-link').filter({ hasText: 'card.created' }).click()
  const id = page.locator('.json-line a').filter({ hasText: card_id })
  await id.waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await id.click()
  await detail.getByRole('heading', { name: /^Card/ }).waitFor()

  await page.goto(`${sandbox.url}/objects/3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10`)
  await seen(page, 'No such object')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or do anything' }).fill('ada quill')
  await page.getByRole('option', { name: /Show Ada Quill/ }).click()
  await detail.getByRole('heading', { name: /Ada Quill/ }).waitFor()
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
})

test("show the customer's balance: four keys and the name from a cold page, or three clicks", async () => {
  const sandbox = await startSandbox()
  const make = createMakers(doerOf(sandbox))
  await make.funded()
  const { page, errors } = await open(sandbox.url)
  await seen(page, 'Connected')
  const balance = page.locator('.split-detail .object-state b')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('ada')
  await page.getByRole('option', { name: /Show Ada Quill/ }).waitFor()
  await page.keyboard.press('Enter')
  await balance.getByText('$1,000.00').waitFor()

  await page.goto(sandbox.url)
  await page.getByRole('link', { name: 'Objects' }).click()
  await page.locator('.card').filter({ hasText: 'Ada Quill' }).last().click()
  await balance.getByText('$1,000.00').waitFor()

  // With the keys of lists: the customer is the oldest object, and is opened by the keys of its view alone.
  await page.goto(sandbox.url)
  await seen(page, 'Connected')
  await chord(page, 'g', 'o')
  await page.locator('.card').first().waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await balance.getByText('$1,000.00').waitFor()

  // A part of the list by kind, and a narrow page where the object covers the list.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${sandbox.url}/objects?object=customer`)
  await page.locator('.card').click()
  await balance.getByText('$1,000.00').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.locator('.card').waitFor()

  // More than a hundred come in steps, while they are made.
  for (let i = 0; i < 100; i++) await make.customer()
  await expect.poll(() => page.locator('.card').count()).toBe(100)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => page.locator('.card').count()).toBe(101)
  expect(errors).toEqual([])
})
