import { expect } from 'vitest'
import type { CaptureRow, Subscription } from '../../server/wire.ts'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()
type World = Awaited<ReturnType<typeof startSandbox>>

const captures = async (sandbox: World) =>
  (await sandbox.get<{ captures: CaptureRow[] }>('/sandbox/captures')).captures.length
const subscriptions = async (sandbox: World) =>
  (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions.length

test('a deleted capture disappears at once, returns with z, and is deleted when the page is left', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  await send(payload)
  await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?kind=captures`)
  const rows = page.locator('.row')
  await rows.nth(1).waitFor()
  await rows.first().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await rows.nth(1).waitFor({ state: 'detached' })
  const bar = page.getByRole('status').filter({ hasText: 'Deleted POST /in/' })
  // While somebody is at the bar its time does not run, however long the look at it takes.
  await bar.getByRole('button', { name: /^Undo/ }).hover()
  expect(await captures(sandbox)).toBe(2)
  expect(await violationsOf(page)).toEqual([])

  await page.keyboard.press('z')
  await rows.nth(1).waitFor()
  await page.getByRole('heading', { name: 'POST /in/mine' }).waitFor()
  await seen(page, 'Signature verified')
  expect(await bar.count()).toBe(0)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await bar.waitFor()
  await page.goto(`${sandbox.url}/endpoints`)
  await expect.poll(() => captures(sandbox)).toBe(1)
  expect(errors).toEqual([])
})

test('deleting a compared capture closes the comparison, and undo restores both', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  const before = await send(payload)
  const { id } = await send(payload)
  const diff = `/?open=${id}&tab=diff&beside=${before.id}`
  const { page, errors } = await open(sandbox.url + diff)
  await seen(page, 'Body bytes')
  await page.keyboard.press('Delete')
  await page.waitForURL(`${sandbox.url}/`)
  await page.keyboard.press('z')
  await page.waitForURL(sandbox.url + diff)
  await seen(page, 'Body bytes')
  expect(errors).toEqual([])
})

test('a refused deletion restores the record and shows the refusal', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  await send(payload)
  const { page } = await open(`${sandbox.url}/?kind=captures`)
  await page.route('**/sandbox/captures/cap_*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 503,
          json: { error: { code: 'storage', message: 'The disk is full.', fix: 'Make room.' } },
        })
      : route.continue(),
  )
  await page.clock.install()
  await page.locator('.row').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.locator('.row').waitFor({ state: 'detached' })
  await page.clock.fastForward(9000)
  await page.getByRole('alert').filter({ hasText: 'The disk is full.' }).waitFor()
  await page.clock.runFor(1000)
  await page.locator('.row').waitFor()
  expect(await captures(sandbox)).toBe(1)
})

test('a deleted subscription gets no deliveries while the deletion can be undone', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/orders`)
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await seen(page, 'No subscriptions yet.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: '/in/orders' }).waitFor()
  expect(await subscriptions(sandbox)).toBe(1)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await seen(page, 'No subscriptions yet.')
  await page.getByRole('link', { name: 'Stream' }).first().click()
  await page.getByRole('button', { name: 'Send card.created' }).first().click()
  await page.locator('.row.event').waitFor()
  expect(await subscriptions(sandbox)).toBe(0)
  expect(await page.locator('.row.delivery').count()).toBe(0)
  expect(errors).toEqual([])
})

test('a disarmed error stops at once, and undo arms it again', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/armed-errors', { code: 'insufficient_funds', times: 3 })
  const { page } = await open(`${sandbox.url}/errors`)
  // The top bar disarms as well.
  const disarm = page.locator('#main').getByRole('button', { name: /^Disarm/ })
  await disarm.click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const armed = () =>
    sandbox.get<{ armed_errors: { code: string; times: number }[] }>('/sandbox/armed-errors')
  expect((await armed()).armed_errors).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await disarm.waitFor()
  expect((await armed()).armed_errors).toMatchObject([{ code: 'insufficient_funds', times: 3 }])
})
