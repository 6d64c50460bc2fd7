import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

/** Three events around two midnights: the one of Berlin, and an hour later the one of UTC. */
async function aroundMidnight() {
  const sandbox = await startSandbox()
  for (const at of ['2026-01-01T22:30:00Z', '2026-01-01T23:30:00Z', '2026-01-02T00:30:00Z']) {
    await sandbox.clock({ mode: 'manual', set: at })
    await sandbox.trigger('card.created')
  }
  return sandbox
}

/** The days and the times of the list, from the top. */
const listed = (page: Page) => page.locator('.virtual-list :is(.row-day, .row > .row-time)').allInnerTexts()

const inBerlin = ['Today, 2 January', '01:30:00.000', '00:30:00.000', 'Yesterday, 1 January', '23:30:00.000']
const inUtc = ['Today, 2 January', '00:30:00.000', 'Yesterday, 1 January', '23:30:00.000', '22:30:00.000']

quick('one click on the clock shows all times in UTC, the next one in the zone of the reader', async () => {
  const sandbox = await aroundMidnight()
  const berlin = { timezoneId: 'Europe/Berlin' }
  const { page, errors } = await open(`${sandbox.url}/?kind=events`, berlin)
  await expect.poll(() => listed(page)).toEqual(inBerlin)
  await page.getByRole('option').nth(1).click()
  await page.locator('.split-detail').getByText('2026-01-02 00:30:00.000 CET').waitFor()
  const clock = page.locator('.clock button')
  expect(await clock.innerText()).toContain('01:30:00 CET')

  await clock.click()
  await page.locator('.split-detail').getByText('2026-01-01 23:30:00.000 UTC').waitFor()
  expect(await listed(page)).toEqual(inUtc)
  expect(await clock.innerText()).toContain('00:30:00 UTC')
  await page.setViewportSize({ width: 320, height: 640 })
  await clock.getByText('UTC').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })

  // The browser keeps the choice.
  await page.reload()
  await page.locator('.split-detail').getByText('2026-01-01 23:30:00.000 UTC').waitFor()
  await expect.poll(() => listed(page)).toEqual(inUtc)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('times in local')
  await page.getByRole('option', { name: 'Show times in local time' }).click()
  await page.locator('.split-detail').getByText('2026-01-02 00:30:00.000 CET').waitFor()
  await expect.poll(() => listed(page)).toEqual(inBerlin)
  expect(errors).toEqual([])
})

test('the keys pass the dividers between days, which are not counted', async () => {
  const sandbox = await aroundMidnight()
  const { page } = await open(`${sandbox.url}/?kind=events`, { timezoneId: 'Europe/Berlin' })
  await expect.poll(() => listed(page)).toEqual(inBerlin)
  const rows = page.getByRole('option')
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-setsize')))).toEqual([
    '3',
    '3',
    '3',
  ])
  await seen(page, /^3 · following/)
  const activeTime = () =>
    page.evaluate(() => {
      const id = document.querySelector('.virtual-list')?.getAttribute('aria-activedescendant') ?? ''
      return document.getElementById(id)?.querySelector('time')?.textContent
    })
  for (const [key, time] of [
    ['Home', '01:30:00.000'],
    ['j', '00:30:00.000'],
    ['j', '23:30:00.000'],
    ['k', '00:30:00.000'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(activeTime).toBe(time)
  }
})

test('a list with a divider scrolls to the whole of its last row', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T12:00:00Z' })
  for (let nth = 0; nth < 60; nth++) await sandbox.trigger('card.created')
  const { page } = await open(`${sandbox.url}/?kind=events`)
  await page.locator('.row-day').waitFor()
  const box = page.locator('.virtual-list')
  await page.keyboard.press('End')
  await page.getByRole('option').last().waitFor()
  const lastAt = () =>
    page.locator('.row[aria-posinset="60"]').evaluate((row) => row.getBoundingClientRect().top)
  await expect.poll(lastAt).toBeGreaterThan(0)
  await box.evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  const before = await lastAt()
  const bottom = await box.evaluate((list) => list.getBoundingClientRect().bottom)
  // The last row is whole: the dividers have room of their own.
  expect(before + 28).toBeLessThanOrEqual(bottom + 1)
})
