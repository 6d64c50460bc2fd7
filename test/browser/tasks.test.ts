import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()
const count = 5000
const cause = 'KeyError: no such ledger'

/** A receiver that refused the first of 5,000 deliveries. */
async function world() {
  const refuse = (response: ServerResponse) => void response.writeHead(500).end(cause)
  const receiver = await startReceiver([refuse, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  for (let made = 1; made < count; made += 1000) {
    await sandbox.trigger('card.created', { count: Math.min(count - made, 1000) })
    await sandbox.settle()
  }
  return { receiver, sandbox }
}

const pressAll = async (page: Page, keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('the one of 5,000 deliveries that fails: two clicks, or its name and five keys, find it and say why, and one more sends it again', async () => {
  const { receiver, sandbox } = await world()
  const { page, errors } = await open(sandbox.url)
  const why = page.locator('.split-detail').getByText(cause).first()
  const row = page.locator('.row', { hasText: 'card.created' })
  await seen(page, 'Connected')
  await page.getByRole('button', { name: /^Failing/ }).click()
  await expect.poll(() => row.count()).toBe(1)
  await row.click()
  await why.waitFor()

  await page.goto(sandbox.url)
  await seen(page, 'Connected')
  await pressAll(page, ['Control+k', ...'failing'])
  await page.getByRole('option', { name: /^Failing deliveries/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => row.count()).toBe(1)
  await pressAll(page, ['j', 'Enter'])
  await why.waitFor()
  await page.keyboard.press('r')
  await expect.poll(() => receiver.requests.length).toBe(count + 1)
  expect(errors).toEqual([])
})

test('a story is played with two clicks, or with its name and two keys', async () => {
  const sandbox = await startSandbox()
  const { page, errors } = await open(sandbox.url)
  const bar = page.getByRole('region', { name: 'Demo' })
  await seen(page, 'Connected')
  await page.getByRole('link', { name: 'Demo', exact: true }).click()
  await bar.getByRole('button', { name: 'Play', exact: true }).click()
  await bar.getByRole('progressbar').waitFor()
  await page.keyboard.press('Escape')

  await page.goto(sandbox.url)
  await seen(page, 'Connected')
  await pressAll(page, ['Control+k', ...'play kyc-fails'])
  await page.getByRole('option', { name: /^Play kyc-fails/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await bar.getByRole('progressbar').waitFor()
  expect(errors).toEqual([])
})
