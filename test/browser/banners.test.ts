import { join } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { test } from '../helpers/long.ts'
import { startProgram } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()

test('an undelivered event shows a banner whose button opens the filled form', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  const { page, errors } = await open(`${sandbox.url}/subscriptions`)
  await seen(page, 'Connected')
  await sandbox.post('/sandbox/events', { event: 'card.created' })
  await seen(page, 'card.created was not delivered.')
  await seen(page, 'No subscription exists.')
  await page.getByRole('status').getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL('**/subscriptions?*open=new*')
  expect(await page.getByLabel('Events').inputValue()).toBe('card.created')
  await page.getByLabel('URL').fill(receiver.url)
  await page.locator('.split-detail').getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('card.created was not delivered.').waitFor({ state: 'hidden' })
  expect(errors).toEqual([])
})

test('a new banner leaves a list scrolled to its end', async () => {
  const sandbox = await startSandbox()
  for (let count = 0; count < 60; count++) await fetch(`${sandbox.url}/in/demo`, { method: 'POST' })
  const { page } = await open(`${sandbox.url}/`)
  const list = page.locator('.virtual-list')
  await seen(page, 'Inject a fault')
  const hidden = () => list.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
  const before = await list.evaluate((box) => {
    box.scrollTop = box.scrollHeight
    return box.clientHeight
  })
  await expect.poll(hidden).toBe(0)
  await sandbox.post('/sandbox/events', { event: 'card.created' })
  await seen(page, 'card.created was not delivered.')
  await expect.poll(() => list.evaluate((box) => box.clientHeight)).toBeLessThan(before)
  await expect.poll(hidden).toBe(0)
})

test.each([28, 58])(
  'what a link opens far down stays in sight where a banner takes of the list: row %i',
  async (row) => {
    const sandbox = await startSandbox()
    for (let count = 0; count < 60; count++) await fetch(`${sandbox.url}/in/demo`, { method: 'POST' })
    await sandbox.post('/sandbox/events', { event: 'card.created' })
    const opened = (await sandbox.captures('?limit=60'))[row]
    const { page } = await open(`${sandbox.url}/?open=${opened?.id}`)
    await seen(page, 'card.created was not delivered.')
    await seen(page, 'Inject a fault')
    const active = page.locator('.row.active')
    await expect
      .poll(async () =>
        active.evaluate((element) => {
          const list = element.closest('.virtual-list')?.getBoundingClientRect()
          const { top, bottom } = element.getBoundingClientRect()
          return list !== undefined && top >= list.top && bottom <= list.bottom
        }),
      )
      .toBe(true)
  },
)

test('a banner names a receiver that is down, and goes after a successful attempt', async () => {
  const sandbox = await startSandbox()
  const gone = await startReceiver()
  await gone.close()
  await sandbox.subscribe(gone.url)
  const { page } = await open(`${sandbox.url}/`)
  await sandbox.post('/sandbox/events', { event: 'card.created' })
  await seen(page, `127.0.0.1:${gone.port}/hook refuses connections.`)
  await page.getByRole('status').getByRole('button', { name: 'Change the URL' }).waitFor()
  const again = await startReceiver([200], gone.port)
  await page.getByRole('button', { name: 'Attempt now' }).first().click()
  await page.getByText('refuses connections.').waitFor({ state: 'hidden' })
  expect(again.requests).toHaveLength(1)
})

test('the headline of a failure opens its delivery', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([401])).url)
  const { page } = await open(`${sandbox.url}/`)
  await sandbox.post('/sandbox/events', { event: 'card.created' })
  await page.getByRole('status').getByRole('link', { name: 'answered 401' }).click()
  const [row] = await sandbox.deliveries()
  await page.waitForURL(`**/*open=${row?.id}*`)
  await page.locator('.split-detail').getByText('401').first().waitFor()
})

test('one button sends the deliveries that wait for a stopped clock', async () => {
  const sandbox = await startSandbox({ delivery: { retry_delays: ['5m'], jitter: 0 } })
  const receiver = await startReceiver([503, 200])
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/`)
  await page.getByRole('button', { name: /^Dismiss: card\.created failed/ }).click()
  await seen(page, '1 delivery waits, and the clock is stopped.')
  await page.getByRole('button', { name: /^Advance to / }).click()
  await page.getByText('and the clock is stopped.').waitFor({ state: 'hidden' })
  // It waits no more from the moment on in which it is being sent.
  await expect.poll(() => receiver.requests).toHaveLength(2)
})

test('a banner reports a stopped sandbox, and the page reports the loaded messages after its return', async () => {
  const data = join(ownFolder(), 'test.db')
  const first = await startProgram(['--port', '0', '--data', data])
  const { page } = await open(`${first.url}/`)
  await seen(page, 'Connected')
  // It is loaded a moment after the list.
  await page.locator('.banner-place').waitFor({ state: 'attached' })
  first.process.kill('SIGKILL')
  await first.ended
  await seen(page, /No response from/)
  const again = await startProgram(['--port', new URL(first.url).port, '--data', data])
  await fetch(`${again.url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  })
  // It may be back by itself, and the button gone.
  void page
    .getByRole('button', { name: 'Try now' })
    .first()
    .click()
    .catch(() => {})
  await seen(page, 'Connected')
  await page.getByText('nothing answers at').waitFor({ state: 'hidden' })
  await seen(page, 'card.created')
})

test('a receiver that keeps failing leaves its banner and the focus unchanged', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([(answer) => void answer.writeHead(500).end('Error: it broke')])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(sandbox.url)
  await seen(page, 'Response: Error: it broke')
  await page.getByRole('button', { name: 'Open the response' }).focus()
  await page.evaluate(() => {
    const told: string[] = []
    Object.assign(window, { told })
    const place = document.querySelector<HTMLElement>('.banner-place')
    const note = () => told.push(place?.innerText ?? '')
    if (place)
      new MutationObserver(note).observe(place, { childList: true, subtree: true, characterData: true })
  })
  for (let fired = 0; fired < 4; fired++) {
    await sandbox.trigger('card.created')
    await sandbox.settle()
    await expect.poll(() => page.locator('.row.delivery').count()).toBe(fired + 2)
  }
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open the response')
})

test('a banner separates a blocked live socket from an unavailable sandbox', async () => {
  const sandbox = await startSandbox()
  const { page } = await open('about:blank')
  let isKeptAway = true
  await page.routeWebSocket(/\/sandbox\/live/, (socket) => {
    if (isKeptAway) void socket.close({ code: 1011 })
    else socket.connectToServer()
  })
  await page.goto(sandbox.url)
  await seen(page, 'the live WebSocket does not open')
  expect(await page.getByText(/No response from/).count()).toBe(0)
  await sandbox.trigger('card.created')
  isKeptAway = false
  // It may be back by itself, and the button gone.
  void page
    .getByRole('button', { name: 'Try now' })
    .first()
    .click()
    .catch(() => {})
  await seen(page, 'Connected')
  await seen(page, 'card.created')
})

test('a response that loads after its banner moves nothing below', async () => {
  const sandbox = await startSandbox()
  const says = 'Error: the handler broke, and a long list of other facts follows in this one line of text'
  const receiver = await startReceiver([(answer) => void answer.writeHead(500).end(says)])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open('about:blank', { width: 1280 })
  let read = () => {}
  const isAsked = new Promise<void>((asked) => {
    void page.route('**/sandbox/deliveries/dlv_*', async (route) => {
      asked()
      await new Promise<void>((resolve) => {
        read = resolve
      })
      await route.continue()
    })
  })
  await page.goto(sandbox.url)
  const banner = page.locator('.banner')
  await banner.waitFor()
  await isAsked
  const before = (await banner.boundingBox())?.height
  read()
  await page.getByTitle(says).waitFor()
  expect((await banner.boundingBox())?.height).toBe(before)
})

test('one message reports all parts that failed to load, and all load after the sandbox returns', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/events', { event: 'card.created' })
  const { page } = await open('about:blank')
  let isGone = true
  await page.route(/\/assets\/(?!first-)/, (route) => (isGone ? route.abort() : route.continue()))
  await page.routeWebSocket(/\/sandbox\/live/, (socket) => {
    if (isGone) void socket.close({ code: 1011 })
    else socket.connectToServer()
  })
  await page.goto(sandbox.url)
  const told = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await told.waitFor()
  // Another view is as little there, and is not without a word either.
  await page.getByRole('link', { name: 'Settings' }).click()
  await seen(page, 'Disconnected')
  await told.waitFor()
  expect(await told.count()).toBe(1)
  isGone = false
  await seen(page, 'Appearance')
  await told.waitFor({ state: 'detached' })
  await seen(page, 'card.created was not delivered.')
})

test('a view keeps what it showed while its next reads do not reach the sandbox', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created')
  const { page } = await open(`${sandbox.url}/objects`)
  const cards = page.locator('.card')
  await cards.first().waitFor()
  const before = await cards.count()
  let refused = 0
  await page.route(/\/sandbox\/objects\?/, async (route) => {
    await route.abort()
    refused++
  })
  for (const times of [1, 2]) {
    await sandbox.trigger('card.created')
    await expect.poll(() => refused).toBeGreaterThanOrEqual(times)
  }
  expect(await cards.count()).toBe(before)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('Tab reaches the banner after the list and the detail', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created')
  const { page } = await open(sandbox.url)
  await page.locator('.banner').waitFor()
  await page.locator('.virtual-list').focus()
  await page.keyboard.press('Tab')
  await page.getByRole('separator', { name: 'Width of the list' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.locator('.banner :focus').waitFor()
})
