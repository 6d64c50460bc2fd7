/** Over 300 lines: the filter field is one flow, from its suggestions to its chips and saved filters. */

import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { chord, seen, useBrowser, violationsOf } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

async function start() {
  const sandbox = await startSandbox()
  return { sandbox, ...(await startSender(sandbox)) }
}

test('a filter is shown as chips that can be edited, removed and cleared', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?q=verdict%3Averified+since%3A10m`)
  const chips = page.getByRole('list', { name: 'Filter' }).getByRole('listitem')
  await page.locator('.row').waitFor()
  await expect.poll(() => chips.allTextContents()).toEqual(['verdict:verified', 'since:10m'])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove since:10m' }).click()
  await page.waitForURL('**/?q=verdict%3Averified')
  await chips.filter({ hasText: 'verdict' }).getByRole('button').first().click()
  await page.keyboard.type('verdict:failed')
  await page.waitForURL('**/?q=verdict%3Afailed')
  await seen(page, 'No records with')
  await page.locator('.empty').getByRole('button', { name: 'Clear the filter' }).click()
  await page.locator('.row').first().waitFor()
  expect(await chips.count()).toBe(0)
  expect(errors).toEqual([])
})

test('Back undoes typed text, a chip and a choice one at a time before leaving the stream', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  const { page, errors } = await open(`${sandbox.url}/endpoints`)
  await page.locator('.card').waitFor()
  await chord(page, 'g', 's')
  await page.locator('.row').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('verdict:failed', { delay: 30 })
  await page.waitForURL('**/?q=verdict%3Afailed')
  await page.keyboard.press('Enter')
  await page.goBack()
  await page.waitForURL(`${sandbox.url}/`)
  await page.locator('.row').waitFor()
  const field = page.getByRole('combobox', { name: /Filter/ })
  expect(await field.inputValue()).toBe('')
  await page.goForward()
  await page.waitForURL('**/?q=verdict%3Afailed')
  await field.blur()
  await page.getByRole('button', { name: 'Remove verdict:failed' }).click()
  await page.waitForURL(`${sandbox.url}/`)
  // The list takes the focus: the field would offer what was filtered for, over the buttons below it.
  await page.locator('.virtual-list:focus').waitFor()
  expect(await page.locator('.proposal').count()).toBe(0)
  await page.getByRole('button', { name: 'Deliveries', exact: true }).click()
  await page.getByLabel('State').selectOption('failed')
  await page.waitForURL('**/?kind=deliveries&state=failed')
  const back = ['/?kind=deliveries', '/', '/?q=verdict%3Afailed', '/', '/endpoints']
  for (const address of back) {
    await page.goBack()
    await page.waitForURL(sandbox.url + address)
  }
  expect(errors).toEqual([])
})

test('the delivery selects show the typed filter, and replace it', async () => {
  const { sandbox } = await start()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/hook')
  const asked = `state:retrying event:card.* subscription_id:${id} -state:failed`
  const { page, errors } = await open(`${sandbox.url}/?kind=deliveries&q=${encodeURIComponent(asked)}`)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('State').and(page.locator('.chosen')).waitFor()
  expect(await field('State').inputValue()).toBe('retrying')
  expect(await field('Event').inputValue()).toBe('card.*')
  await expect.poll(() => field('Subscription').locator(':checked').textContent()).toContain(':9/hook')
  await field('State').selectOption('any state')
  await page.waitForURL((url) => url.searchParams.get('q') === asked.replace('state:retrying ', ''))
  await field('Event').fill('kyc.*')
  await page.keyboard.press('Enter')
  await page.waitForURL(
    ({ searchParams }) =>
      searchParams.get('event') === 'kyc.*' &&
      searchParams.get('q') === `subscription_id:${id} -state:failed`,
  )

  await page.goto(`${sandbox.url}/?kind=deliveries`)
  await page.keyboard.press('/')
  await page.keyboard.type('state:failed,retrying')
  await expect.poll(() => field('State').inputValue()).toBe('failed,retrying')
  await field('State').selectOption('pending')
  await page.waitForURL(`${sandbox.url}/?kind=deliveries&state=pending`)
  expect(errors).toEqual([])
})

test('Back while typing leaves the stream and drops the input', async () => {
  const { sandbox } = await start()
  const { page, errors } = await open(`${sandbox.url}/endpoints`)
  await page.getByRole('heading', { name: 'Endpoints' }).waitFor()
  await chord(page, 'g', 's')
  await page.waitForURL(`${sandbox.url}/`)
  await page.keyboard.press('/')
  await page.keyboard.type('card')
  await page.goBack()
  await page.getByRole('heading', { name: 'Endpoints' }).waitFor()
  expect(page.url()).toBe(`${sandbox.url}/endpoints`)
  expect(errors).toEqual([])
})

test('text typed after the keys that open the stream goes into its filter', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  const { page, errors } = await open(`${sandbox.url}/endpoints`)
  await page.locator('.card').waitFor()
  await Promise.all(['g', 's', '/'].map((key) => page.keyboard.press(key)))
  await page.locator('.row').waitFor()
  // What is drawn after the view takes no focus from a hand that was quicker.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  })
  await page.keyboard.type('verdict:failed')
  await page.waitForURL('**/?q=verdict%3Afailed')
  expect(errors).toEqual([])
})

test('a filter problem is named, and one click fixes it', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  const { page } = await open(`${sandbox.url}/?q=verdict%3Averifid`)
  await page.getByRole('alert').filter({ hasText: 'Unknown value "verifid" for verdict' }).waitFor()
  await page.getByRole('button', { name: 'verdict:verified' }).click()
  await page.locator('.row').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await seen(page, 'Events, deliveries, calls are hidden: they have no verdict.')
  // One kind's word for it is not another's problem.
  await page.goto(`${sandbox.url}/?q=state%3Afaled`)
  await page.getByRole('alert').filter({ hasText: 'Unknown value "faled" for state' }).waitFor()
  await page.getByRole('button', { name: 'state:failed' }).waitFor()
})

test('a filter is saved, opened by link, renamed, deleted and restored', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?kind=captures&q=verdict%3Averified`)
  await page.locator('.row').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Good ones')
  await page.keyboard.press('Enter')
  const saved = page.getByRole('list', { name: 'Saved filters' })
  await saved.getByRole('link', { name: 'Good ones' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.goto(`${sandbox.url}/`)
  await saved.getByRole('link', { name: 'Good ones' }).click()
  await page.waitForURL('**/?kind=captures&q=verdict%3Averified')
  await saved.getByRole('button', { name: 'Rename Good ones' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Verified')
  await page.keyboard.press('Enter')
  await saved.getByRole('link', { name: 'Verified' }).waitFor()
  await saved.getByRole('button', { name: 'Delete the filter Verified' }).click()
  await saved.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await saved.getByRole('link', { name: 'Verified' }).waitFor()
  await page.goto(`${sandbox.url}/`)
  await page.keyboard.press('/')
  await page.getByRole('option', { name: 'Verified saved' }).click()
  await page.waitForURL('**/?kind=captures&q=verdict%3Averified')
  expect(errors).toEqual([])
})

test('a right click or a key filters for records similar to a row', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  await send(payload, { signed: 'else' })
  const { page, errors } = await open(`${sandbox.url}/`)
  const failed = page.locator('.row').filter({ hasText: 'failed' })
  await failed.click({ button: 'right' })
  await page.getByRole('menu').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'verdict:failed the same verdict' }).click()
  await page.waitForURL('**/?q=verdict%3Afailed')
  await page.locator('.row').filter({ hasText: 'verified' }).waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('l')
  const act = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await act('Replay').waitFor()
  await act('Edit and replay').waitFor()
  await act('Copy as curl').waitFor()
  await page.getByRole('menuitem', { name: 'the same endpoint' }).press('Enter')
  await page.waitForURL(/q=verdict%3Afailed\+[a-z_]+%3A/)
  await page.locator('.row').waitFor()
  expect(errors).toEqual([])
})

test('new records are counted in title and icon while the reader is scrolled away', async () => {
  const { sandbox, send } = await start()
  const { page, errors } = await open(`${sandbox.url}/`)
  for (let index = 0; index < 3; index++) await send(payload)
  await page.locator('.row').nth(2).waitFor()
  await page.keyboard.press('p')
  await seen(page, 'stream paused')
  await send(payload)
  await page.waitForFunction(() => document.title === '(1 new) Stream · Webhook Sandbox')
  await send(payload, { signed: 'else' })
  await page.waitForFunction(() => document.title === '(2 new) Stream · Webhook Sandbox')
  const icon = () => page.locator('link[rel="icon"]').getAttribute('href')
  expect(await icon()).toContain('data:')
  await page.keyboard.press('p')
  await page.waitForFunction(() => document.title === 'Stream · Webhook Sandbox')
  expect(await icon()).not.toContain('data:')
  expect(errors).toEqual([])
})

test('each kind of empty list offers the action that fills it', async () => {
  const { sandbox, send } = await start()
  const { page } = await open(`${sandbox.url}/?kind=captures`)
  await seen(page, 'No requests received yet.')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('p')
  await seen(page, 'stream paused')
  await send(payload)
  await seen(page, 'Paused. 1 new.')
  await page.locator('.empty').getByRole('button', { name: 'Resume' }).click()
  await page.locator('.row').waitFor()
  await page.goto(`${sandbox.url}/?kind=captures&q=nowhere`)
  await seen(page, 'No captures with nowhere')
  await page.locator('.empty').getByRole('button', { name: 'Clear the filter' }).click()
  await page.waitForURL('**/?kind=captures')
  await page.locator('.row').waitFor()
})

test('screen readers announce the result of a filter, and that the list is paused', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  await send(payload, { signed: 'else' })
  const { page, errors } = await open(`${sandbox.url}/?kind=captures`)
  await page.locator('.row').nth(1).waitFor()
  const heard = (words: string) =>
    page.locator('.unseen[aria-live]').filter({ hasText: words }).waitFor({ state: 'attached' })
  await page.keyboard.press('p')
  await heard('Paused')
  await page.keyboard.press('p')
  await heard('Resumed')
  await page.keyboard.press('/')
  await page.keyboard.type('verdict:failed')
  await page.keyboard.press('Enter')
  await page.locator('.virtual-list:focus').waitFor()
  await heard('1 found')
  expect(errors).toEqual([])
})

test('a filter of thousands of letters leaves what lies around it in sight, and what takes it off', async () => {
  const sandbox = await startSandbox()
  await sandbox.call('GET', '/webhooks')
  const { page, errors } = await open(
    `${sandbox.url}/?q=${'x'.repeat(3000)}&endpoint=${'e'.repeat(3000)}&run=${'r'.repeat(500)}`,
    { width: 360, height: 740 },
  )
  const within = (box: string) =>
    page.evaluate((box) => {
      const { left, right, top, bottom } =
        document.querySelector(box)?.getBoundingClientRect() ?? new DOMRect()
      const words = document.querySelector('.empty p') ?? document.body
      const range = document.createRange()
      range.selectNodeContents(words)
      const text = range.getBoundingClientRect()
      return text.left >= left && text.right <= right && text.top >= top && text.bottom <= bottom
    }, box)
  const clear = page.locator('.empty').getByRole('button', { name: 'Clear the filter' })
  await clear.waitFor()
  expect(await within('.split-list')).toBe(true)
  for (const only of await page.locator('.only').all())
    expect(await only.evaluate((it) => getComputedStyle(it).overflowX)).toBe('hidden')
  await clear.click()
  await page.locator('.row').first().waitFor()
  expect(errors).toEqual([])
})

test('a filter result is marked as partial while more can be loaded', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created', { count: 300 })
  const { page, errors } = await open(`${sandbox.url}/?kind=events&q=event:card.*`, { width: 1280 })
  const movement = page.locator('.movement')
  await expect.poll(() => movement.innerText()).toMatch(/^\d+\+(?! loaded)/)
  await page.setViewportSize({ width: 1920, height: 800 })
  await expect.poll(() => movement.innerText()).toMatch(/^\d+\+ loaded · following/)
  await page.locator('.virtual-list').focus()
  for (let down = 0; down < 14; down++) await page.keyboard.press('PageDown')
  await movement.getByText(/^300 loaded/).waitFor()
  expect(errors).toEqual([])
})

test('the suggestions begin where the field begins, and end where it ends at the edge of the window', async () => {
  const sandbox = await startSandbox()
  const { page } = await open(`${sandbox.url}/`, { width: 1280 })
  const field = page.locator('.filter-field')
  const popup = page.getByRole('listbox', { name: 'Filters' })
  const sides = async () => {
    await page.getByLabel('Filter: words or name:value').fill('ver')
    await popup.waitFor()
    const [at, box] = [await field.boundingBox(), await popup.boundingBox()]
    if (at === null || box === null) throw new Error('not drawn')
    return { left: box.x - at.x, right: box.x + box.width - at.x - at.width, width: box.width, box }
  }
  const wide = await sides()
  expect(wide.left).toBe(0)
  expect(wide.width).toBeGreaterThanOrEqual(300)
  await page.keyboard.press('Escape')
  await field.evaluate((one) => {
    Object.assign(one.style, { position: 'fixed', right: '20px', bottom: '20px', width: '120px' })
  })
  const edge = await sides()
  expect(edge.right).toBe(0)
  expect(edge.box.y + edge.box.height).toBeLessThanOrEqual((await field.boundingBox())?.y ?? 0)
})
