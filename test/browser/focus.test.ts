/** Over 300 lines: each act of the page that may lose the focus is one case. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { quick, test } from '../helpers/long.ts'
import { startProgram } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, hasFocus } from './editor-text.ts'
import { seen, useBrowser } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

/** The page at a path, with what guards the focus loaded as by the first sign of a hand. */
async function openGuarded(address: string, drawn = '.row') {
  const { page, errors } = await open('about:blank')
  const ready = page.waitForResponse(/\/assets\/listen-[\w-]+\.js$/)
  await page.goto(address)
  await page.locator(drawn).first().waitFor()
  await page.mouse.move(20, 700, { steps: 3 })
  // What has come has not been run yet on a busy machine.
  await page.evaluate(`import('${(await ready).url()}')`)
  return { page, errors }
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const opened = (page: Page) => new URL(page.url()).searchParams.get('open')

test('a button keeps the focus during a slow action, and acts once', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  const { id } = await send(payload)
  const { page, errors } = await openGuarded(`${sandbox.url}/?open=${id}&tab=replay`)
  const asked: string[] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/replay', async (route) => {
    asked.push(route.request().method())
    await held
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Replay unchanged' })
  await button.press('Enter')
  await page.locator('button[aria-busy="true"]').waitFor()
  await button.press('Enter')
  expect(await focused(page)).toBe('Replay unchanged')
  answer()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  expect(await focused(page)).toBe('Replay unchanged')
  expect(asked).toEqual(['POST'])

  await page.getByRole('tab', { name: 'Signature' }).click()
  await page.getByText('Verify with another secret or scheme').click()
  await page.getByRole('button', { name: 'Verify', exact: true }).press('Enter')
  await page.getByText('stores nothing').waitFor()
  await expect.poll(() => focused(page)).toBe('Verify')
  expect(errors).toEqual([])
})

test('saving or leaving a note by key returns the focus to its button', async () => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  const { id } = await send(payload)
  const { page, errors } = await openGuarded(`${sandbox.url}/?open=${id}`)
  const note = page.getByRole('textbox', { name: 'Note' })
  await page.getByRole('button', { name: 'Note' }).press('Enter')
  await note.fill('ask the sender')
  await note.press('Control+Enter')
  await note.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Edit note')
  await page.getByRole('button', { name: 'Edit note' }).press('Enter')
  await note.press('Escape')
  await note.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Edit note')
  expect(opened(page)).toBe(id)
  expect(errors).toEqual([])
})

test('undo by its button keeps the focus in the view', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/armed-errors', { code: 'insufficient_funds' })
  const { page, errors } = await openGuarded(`${sandbox.url}/errors`, 'h1, h2')
  const disarm = page.locator('#main').getByRole('button', { name: /^Disarm/ })
  const inView = () => page.evaluate(() => document.activeElement?.matches('#main *'))
  await disarm.press('Enter')
  await disarm.waitFor({ state: 'detached' })
  await expect.poll(inView).toBe(true)
  await page.getByRole('button', { name: /^Undo/ }).press('Enter')
  await disarm.waitFor()
  await expect.poll(inView).toBe(true)
  expect(errors).toEqual([])
})

test('a button that opens another view focuses its list', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await openGuarded(`${sandbox.url}/`)
  const inList = () => page.evaluate(() => document.activeElement?.matches('.virtual-list'))
  await page.goto(`${sandbox.url}/endpoints?open=demo`)
  await page.getByRole('button', { name: 'Show captures' }).press('Enter')
  await expect.poll(inList).toBe(true)
  expect(errors).toEqual([])
})

test('Release keeps the focus, and acts once', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([() => {}])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 0 })
  const { deliveries } = await sandbox.trigger('card.created')
  const { page, errors } = await openGuarded(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
  const release = page.getByRole('button', { name: 'Release' })
  await release.press('Enter')
  await page.getByRole('region', { name: 'Attempt under way' }).getByText('Released.').waitFor()
  await release.press('Enter')
  expect(await focused(page)).toBe('Release')
  expect(asked).toEqual([`/sandbox/deliveries/${deliveries[0]?.id}/release`])
  await page.getByRole('button', { name: 'Abort' }).click()
  await release.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

quick('Escape in a field focuses the detail around it, else the list', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await openGuarded(`${sandbox.url}/?kind=deliveries`)
  const at = () => page.evaluate(() => document.activeElement?.className)
  await page.keyboard.press('/')
  await page.keyboard.type('card')
  await page.waitForURL(/q=card/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(at).toBe('virtual-list')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const body = editorOf(page, 'Body')
  await expect.poll(() => hasFocus(body)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(at).toBe('split-detail')
  await page.keyboard.press('Escape')
  await expect.poll(at).toBe('virtual-list')
  expect(errors).toEqual([])
})

test.each([
  ['at once', 0],
  ['after a second and a half', 1500],
])('a reset by another client, loaded %s, leaves the focus where the keys continue', async (_, late) => {
  const sandbox = await startSandbox()
  const { send } = await startSender(sandbox)
  const { id } = await send(payload)
  const { page, errors } = await openGuarded(`${sandbox.url}/?open=${id}`)
  const at = () => page.evaluate(() => document.activeElement?.tagName)
  await page.getByRole('tab', { name: 'Signature' }).focus()
  await page.route(/\/sandbox\/(events|deliveries|captures|calls)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, late))
    await route.continue()
  })
  await sandbox.post('/sandbox/reset', {})
  await seen(page, 'No activity yet.')
  await expect.poll(at).toBe('MAIN')
  // What is open is asked for once more.
  expect(errors.filter((one) => !one.includes('404'))).toEqual([])
})

test('list keys continue from the opened record, even if another act opened it', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await openGuarded(`${sandbox.url}/?kind=deliveries`)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => opened(page)).not.toBe(null)
  const first = opened(page)
  await page.keyboard.press('r')
  await expect.poll(() => opened(page)).not.toBe(first)
  const second = opened(page)
  await page.getByRole('tab', { selected: true }).waitFor()
  await page.locator('.virtual-list').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('tab')
  expect(opened(page)).toBe(second)
  await page.keyboard.press('Escape')
  await expect.poll(() => opened(page)).toBe(null)
  await page.locator('.virtual-list').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => opened(page)).toBe(second)
  expect(errors).toEqual([])
})

test('a part that cannot load leaves room for the filter, and loads later', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open('about:blank')
  const bulkMenu = /\/assets\/bulk-menu-[\w-]+\.js$/
  let refused = 0
  await page.route(bulkMenu, (route) => {
    refused++
    return route.abort()
  })
  await page.goto(sandbox.url)
  await page.locator('.row').first().waitFor()
  await page.keyboard.press('/')
  const told = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  // Asked for twice, by nobody but the page: that is not told.
  await expect.poll(() => refused).toBeGreaterThan(1)
  expect(await told.count()).toBe(0)
  const all = page.getByRole('button', { name: 'Bulk actions' })
  await all.click()
  await told.waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox')
  await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true)
  expect((await field.boundingBox())?.width).toBeGreaterThan(200)
  // What is there already keeps its place above the word, and opens once it is whole.
  const below = (await told.boundingBox())?.y
  for (const name of ['Bulk actions', 'Send card.created']) {
    const box = await page.getByRole('button', { name }).first().boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below ?? 0)
  }
  // Its socket has lived all the time.
  await page.unroute(bulkMenu)
  await page.getByRole('menu', { name: 'Actions on all listed records' }).waitFor()
  await told.waitFor({ state: 'detached' })
})

test('a key that the unavailable sandbox needs brings the banner back, and the palette opens after its return', async () => {
  const data = join(ownFolder(), 'test.db')
  const first = await startProgram(['--port', '0', '--data', data])
  const { port } = new URL(first.url)
  const { page, errors } = await open('about:blank')
  const palette = '**/assets/palette-*.js'
  await page.route(palette, (route) => route.abort())
  await page.goto(first.url)
  await seen(page, 'Connected')
  await page.locator('.banner-place').waitFor({ state: 'attached' })
  await fetch(`${first.url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  })
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('.virtual-list:focus').waitFor()
  first.process.kill('SIGKILL')
  await first.ended
  const told = page.locator('.banner').getByText(/No response from/)
  await told.waitFor()
  await page.getByRole('button', { name: /^Dismiss: No response/ }).click()
  await told.waitFor({ state: 'detached' })
  // The banner is the only message about an act, and the place of what does not load stays quiet.
  await page.keyboard.press('r')
  await told.waitFor()
  await page.keyboard.press('Control+k')
  await seen(page, 'Not loaded.')
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.unroute(palette)
  await startProgram(['--port', port, '--data', data])
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => getComputedStyle(input).padding)).toBe('0px 16px')
  expect(errors.filter((one) => !/net::ERR_|WebSocket/.test(one))).toEqual([])
})

test('a search survives leaving its field, and Enter opens the focused record', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate?open=card.status.closed`)
  await page.locator('.card.active').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('kyb')
  await page.waitForURL(/q=kyb/)
  await page.keyboard.press('Escape')
  const at = () => page.evaluate(() => document.activeElement?.querySelector('.card-title')?.textContent)
  await expect.poll(at).toBe('kyb.verification.initiated')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=kyb&open=kyb\.verification\.initiated/)
  expect(await at()).toBe('kyb.verification.initiated')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('tab')

  await page.goto(`${sandbox.url}/errors`)
  await page.locator('.row').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('card_dne')
  await page.waitForURL(/q=card_dne/)
  await page.keyboard.press('Escape')
  expect(await page.locator('#search').inputValue()).toBe('card_dne')
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect
    .poll(() => sandbox.get<{ armed_errors: { code: string }[] }>('/sandbox/armed-errors'))
    .toMatchObject({ armed_errors: [{ code: 'card_dne' }] })
  expect(errors).toEqual([])
})
