import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { overflowOf, useBrowser, violationsAsAWhole, violationsAt, violationsOf } from './open-page.ts'

const open = useBrowser()

/**
 * Takes away each entry, and each row or item in one, of which every part stands in others with the same classes, those around it
 * too, the same attributes, and in the same colours, size and weight: nineteen thousand elements take a processor 30 s, and nearly
 * all are alike.
 */
const leaveOneOfEachLook = (page: Page) =>
  page.evaluate(() => {
    const chains = new WeakMap<Element, string>()
    function lookOf(element: Element): string {
      const around = element.parentElement ? (chains.get(element.parentElement) ?? '') : ''
      const { backgroundColor, color, fontSize, fontWeight, opacity } = getComputedStyle(element)
      const attributes = element.getAttributeNames().map((name) => (name === 'role' ? element.role : name))
      const own = [element.tagName, element.className, ...attributes, backgroundColor, opacity].join(' ')
      chains.set(element, `${around} > ${own}`)
      return [around, own, color, fontSize, fontWeight].join(' | ')
    }
    let removed = 0
    // What stays of the inner ones is part of the outer ones.
    for (const kind of ['tbody > tr, li', 'details', 'article']) {
      const seen = new Set<string>()
      for (const entry of document.querySelectorAll(kind)) {
        const looks = [entry, ...entry.querySelectorAll('*')].map(lookOf)
        if (looks.every((look) => seen.has(look))) {
          entry.remove()
          removed++
        }
        for (const look of looks) seen.add(look)
      }
    }
    return removed
  })

test.each([
  ['the platform', '/sandbox/docs'],
  ['the sandbox', '/sandbox/docs/sandbox'],
])('the reference loads nothing from elsewhere and breaks no rule of axe: %s', async (name, path) => {
  const sandbox = await startSandbox()
  const { page, errors, elsewhere } = await open(`${sandbox.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(errors).toEqual([])
  expect(elsewhere).toEqual([])
  expect(await overflowOf(page), 'scrolls sideways').toBe(0)
  const phone = { width: 390, height: 800 }
  await page.setViewportSize(phone)
  expect(await overflowOf(page), 'scrolls sideways on a phone').toBe(0)
  await page.setViewportSize({ width: 1360, height: 800 })
  expect(await violationsAsAWhole(page)).toEqual([])
  expect(await leaveOneOfEachLook(page)).toBeGreaterThan(0)
  // The other reference is made of the same parts in the same colours.
  if (name === 'the sandbox') return expect(await violationsOf(page, 'neither')).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  expect(await violationsAt(page, phone)).toEqual([])
})

// test/docs/reference.test.ts follows every link in the quick form.
test('it reads without a script: the contents lead to an operation, its error to the explanation, and back to the page', async () => {
  const sandbox = await startSandbox()
  const { page, errors } = await open(`${sandbox.url}/sandbox/docs`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the contents')
  const contents = page.getByRole('navigation')
  await contents.getByLabel('Webhooks: 4 entries').click()
  await contents.getByRole('link', { name: 'Remove a subscription' }).click()
  expect(page.url()).toContain('#deleteWebhook')
  const article = page.getByRole('article', { name: 'Remove a subscription' })
  await article.getByText('DELETE', { exact: true }).waitFor()
  await article.getByText(`curl -X DELETE ${sandbox.platform.url}/webhooks/`).waitFor()
  await article.getByRole('link', { name: 'webhooks_err' }).click()
  expect(page.url()).toContain('#error-webhooks_err')
  expect(errors).toEqual([])
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await page.waitForURL(`${sandbox.url}/`)
})

test('an operation and its possible events link to each other, and samples keep ids apart', async () => {
  const sandbox = await startSandbox()
  const { page } = await open(`${sandbox.url}/sandbox/docs#createCard`)
  const article = page.locator('#createCard')
  const answer = JSON.parse((await article.locator('pre').last().textContent()) ?? '')
  expect(answer.card_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.card_id).not.toBe(answer.account_id)
  expect(Object.values(answer)).not.toContain('text')
  expect(await article.getByText('Idempotency-Key').count()).toBe(0)
  await article.getByRole('link', { name: 'card.created' }).click()
  const event = page.locator('article[id="event-card.created"]')
  await event.getByRole('link', { name: 'Issue a card' }).click()
  expect(page.url()).toContain('#createCard')
})

test('the page links to the reference, and a code links to its entry and back', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/errors?open=card_dne`)
  await page.getByRole('link', { name: 'Open in the API reference' }).click()
  await page.waitForURL('**/sandbox/docs#error-card_dne')
  await page.getByRole('link', { name: 'Arm card_dne', exact: true }).click()
  await page.getByRole('heading', { name: 'card_dne' }).waitFor()
  await page.getByRole('link', { name: 'API reference', exact: true }).click()
  await page.waitForURL('**/sandbox/docs')
  expect(errors).toEqual([])
})
