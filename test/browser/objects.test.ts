import { expect } from 'vitest'
import { quick } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from '../platform/makers.ts'
import { chord, seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

quick('objects are listed live, lead to each other and to what happened, and ids lead to them', async () => {
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
  await detail.locator('.pairs a[title^="Deposit account"]').first().click()
  await detail.getByRole('heading', { name: /Deposit account/ }).waitFor()
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
