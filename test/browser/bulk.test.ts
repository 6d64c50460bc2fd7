import { expect } from 'vitest'
import type { CaptureRow, DeliveryRow } from '../../server/wire.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

/** A sandbox that has received so many requests at each of two endpoints. */
async function startWith(count: number) {
  const sandbox = await startSandbox()
  for (let index = 0; index < count; index++)
    for (const name of ['one', 'two'])
      await fetch(`${sandbox.url}/in/${name}`, { method: 'POST', body: `${name} ${index}` }).then((answer) =>
        answer.text(),
      )
  const rows = async () => (await sandbox.get<{ captures: CaptureRow[] }>('/sandbox/captures')).captures
  return { sandbox, rows }
}

test('a bulk action follows the filter, confirms with the number, and shows its command', async () => {
  const { sandbox, rows } = await startWith(3)
  const receiver = await startReceiver([200, 200, 503])
  const { page, errors } = await open(`${sandbox.url}/?kind=captures&q=endpoint%3Aone`)
  await page.locator('.row').nth(2).waitFor()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Pin…')
  const pin = page.getByRole('form', { name: 'Pin 3 captures?' })
  expect(await violationsOf(page)).toEqual([])
  await pin.getByText('Terminal commands').click()
  await seen(page, 'npx webhook-sandbox capture pin --q endpoint:one')
  await pin.getByRole('button', { name: 'Pin' }).click()
  await seen(page, 'Pinned 3 captures.')
  expect((await rows()).map(({ endpoint, pinned }) => `${endpoint} ${pinned}`).toSorted()).toEqual([
    ...Array(3).fill('one true'),
    ...Array(3).fill('two false'),
  ])

  await choose('Replay to…')
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver.url)
  await page.keyboard.press('Enter')
  await seen(page, 'Replayed 3 captures: 2 × 200, 1 × 503.')
  expect(receiver.requests.map(({ body }) => String(body))).toEqual(['one 0', 'one 1', 'one 2'])

  const downloaded = page.waitForEvent('download')
  await choose('Export as HAR')
  expect((await downloaded).suggestedFilename()).toBe('captures.har')
  expect(errors).toEqual([])
})

test('a bulk deletion spares pinned and new captures, and can be undone', async () => {
  const { sandbox, rows } = await startWith(3)
  const [newest] = (await rows()).filter(({ endpoint }) => endpoint === 'one')
  await sandbox.request('PATCH', `/sandbox/captures/${newest?.id}`, { pinned: true })
  const { page, errors } = await open(`${sandbox.url}/?kind=captures&q=endpoint%3Aone`)
  const list = page.locator('.row')
  await list.nth(2).waitFor()
  const removeAll = async () => {
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page
      .getByRole('form', { name: 'Delete 2 captures?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await list.nth(1).waitFor({ state: 'detached' })
  }
  await removeAll()
  await page.getByRole('button', { name: 'Undo Deleted 2 captures' }).click()
  await list.nth(2).waitFor()
  expect(await rows()).toHaveLength(6)

  await removeAll()
  await fetch(`${sandbox.url}/in/one`, { method: 'POST', body: 'later' }).then((answer) => answer.text())
  await list.nth(1).waitFor()
  await page.reload()
  await expect.poll(async () => (await rows()).length).toBe(5)
  expect((await rows()).filter(({ endpoint }) => endpoint === 'one').map(({ pinned }) => pinned)).toEqual([
    false,
    true,
  ])
  expect(errors).toEqual([])
})

test('neither the count nor the empty list counts captures whose deletion can be undone', async () => {
  const { sandbox } = await startWith(3)
  const { page, errors } = await open(`${sandbox.url}/?kind=captures`)
  const movement = page.locator('.movement')
  await movement.getByText(/^6 · following/).waitFor()
  await page.getByRole('button', { name: 'Bulk actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('form', { name: 'Delete 6 captures?' }).getByRole('button', { name: 'Delete' }).click()
  await seen(page, 'All records here were deleted')
  await movement.getByText(/^0 loaded · following/).waitFor()
  await page.keyboard.press('z')
  await page.locator('.row').nth(5).waitFor()
  await movement.getByText(/^6 · following/).waitFor()
  expect(errors).toEqual([])
})

test('a bulk cancel covers all waiting deliveries, loaded or not', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([503])
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 2 })
  await sandbox.trigger('transactions')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?kind=deliveries&event=card.*`)
  await page.locator('.row.delivery').nth(1).waitFor()
  await page.getByRole('button', { name: 'Bulk actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel…' }).click()
  const sure = page.getByRole('form', { name: 'Cancel 2 deliveries?' })
  await sure.getByRole('button', { name: 'Close', exact: true }).click()
  await sure.waitFor({ state: 'detached' })
  // The palette has the same, and leaves the focus in what it asks.
  const found = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(words)
    await page.keyboard.press('Enter')
  }
  await found('recover')
  await seen(page, /Cancelled deliveries are not included/)
  await page.keyboard.press('Escape')
  await found('cancel all listed')
  await expect.poll(() => sure.evaluate((form) => form.contains(document.activeElement))).toBe(true)
  await sure.getByRole('button', { name: 'Cancel', exact: true }).click()
  await seen(page, 'Cancelled 2 deliveries.')
  const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries')
  expect(deliveries.map(({ event, state }) => `${event} ${state}`).toSorted()).toEqual([
    'card.created cancelled',
    'card.created cancelled',
    'transactions retrying',
  ])
  expect(errors).toEqual([])
})

test('the first click opens the menu, even without a pointer move before', async () => {
  const { sandbox } = await startWith(1)
  const { page, errors } = await open(`${sandbox.url}/?kind=captures`)
  await page.locator('.row').first().waitFor()
  // As a screen reader presses it: a click and nothing else.
  await page.getByRole('button', { name: 'Bulk actions' }).dispatchEvent('click')
  await page.getByRole('menuitem', { name: 'Pin…', exact: true }).waitFor()
  expect(errors).toEqual([])
})
