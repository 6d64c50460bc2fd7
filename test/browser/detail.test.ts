import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { holdTimers } from '../helpers/held-time.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { overflowOf, seen, useBrowser, violationsOf } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

/** The sandbox waits for the lists of a page, however slow the machine is. */
async function start(config: Record<string, unknown> = {}) {
  const sandbox = await startSandbox(config, holdTimers(150).outside)
  return { sandbox, ...(await startSender(sandbox)) }
}

const clipboardOf = async (page: Page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return () => page.evaluate(() => navigator.clipboard.readText())
}

// Without a browser: test/ui/json.test.ts.
test('JSON is a tree: searched, folded by keys, paths and values copied', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(
    JSON.stringify({
      at: '2026-01-01T09:00:00Z',
      items: [{ name: 'Ada' }, { name: 'Bea', 'x-id': 'Ada' }],
    }),
  )
  const { page, errors } = await open('about:blank')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${sandbox.url}/?open=${id}&tab=request`)
  await seen(page, 'Connected')
  // What the link opens is asked for first, before the page is drawn.
  const code = asked.findIndex((path) => path.startsWith('/assets/detail-') && path.endsWith('.js'))
  expect(asked.slice(0, code).filter((path) => !path.startsWith('/assets/'))).toEqual(['/'])
  expect(asked.slice(code).find((path) => path.startsWith('/assets/frame-parts-'))).toBeDefined()
  const clipboard = await clipboardOf(page)
  const search = page.getByLabel('Search the JSON')
  await search.fill('ada')
  await seen(page, '1 of 2')
  expect(await page.locator('.json-line mark').allTextContents()).toEqual(['Ada', 'Ada'])
  await search.press('Enter')
  await seen(page, '2 of 2')
  await page.locator('.json-about').getByText('items[1]["x-id"]').waitFor()
  await page.locator('.json-about').getByRole('button', { name: 'Copy value' }).click()
  await expect.poll(clipboard).toBe('Ada')

  await page.getByRole('button', { name: 'Fold all' }).click()
  await page.getByRole('treeitem').filter({ hasText: '[ 2 ]' }).waitFor()
  // A search unfolds what hides what it finds.
  await search.fill('bea')
  await page.getByRole('treeitem').filter({ hasText: '"Bea"' }).waitFor()
  const tree = page.getByRole('tree')
  await tree.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByText('"Bea"').count()).toBe(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.locator('.json-about').getByText('2026-01-01 09:00:00.000 UTC').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(clipboard).toBe('at')
  await page.getByText('"items"').hover()
  await page.locator('.json-hover').getByRole('button', { name: 'Copy path' }).click()
  await expect.poll(clipboard).toBe('items')
  expect(errors).toEqual([])
})

test('a large body loads its beginning, and the rest on request', async () => {
  const { sandbox, send } = await start({ body_limit_bytes: 12_000_000 })
  const items = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `number ${id}` }))
  const body = JSON.stringify(items)
  const { id } = await send(body)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  await seen(page, /The first 256\.0 KiB of 2\.\d MiB\./)
  expect((await page.locator('.body .bytes').textContent())?.length).toBeLessThan(20_000)
  await page.getByRole('button', { name: /^Load all/ }).click()
  await page.getByRole('treeitem').nth(20).waitFor()
  // Of 240,000 lines those in sight exist.
  expect(await page.locator('.json-line').count()).toBeLessThan(120)
  await page.getByLabel('Search the JSON').fill('number 59999')
  await page.getByRole('treeitem').filter({ hasText: '"number 59999"' }).waitFor()
  await page.locator('.json-about').getByText('[59999].name').waitFor()
  await page.getByRole('button', { name: 'Hex', exact: true }).click()
  await page.locator('.hex-row').first().waitFor()
  expect(await page.locator('.hex-row').count()).toBeLessThan(120)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('body.json')
  expect(errors).toEqual([])
})

test('a small binary body is offered as a file, a text body is not', async () => {
  const { sandbox, send } = await start()
  const text = await send('{}')
  const bytes = Buffer.from([0xff, 0x00, 0x41])
  await fetch(`${sandbox.url}/in/mine`, { method: 'POST', body: bytes })
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  const link = page.getByRole('link', { name: 'Save as file' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('body.bin')
  expect(readFileSync(await download.path())).toEqual(bytes)
  await page.goto(`${sandbox.url}/?open=${text.id}&tab=request`)
  await page.getByRole('treeitem').first().waitFor()
  expect(await link.count()).toBe(0)
  expect(errors).toEqual([])
})

test('every header has a one-line explanation, and many headers can be filtered', async () => {
  const { sandbox, send } = await start()
  const own = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`x-own-${index}`, `value ${index}`]),
  )
  const { id } = await send(payload, { headers: own })
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  const pairs = page.locator('.headers .pairs > div')
  const unfold = page.getByText(/^Headers \d+$/)
  expect(await pairs.first().isVisible()).toBe(false)
  await unfold.click()
  const all = await pairs.count()
  expect(await page.locator('.headers .note').count()).toBe(0)
  await page.getByRole('button', { name: 'Explain' }).click()
  await pairs.filter({ hasText: 'webhook-id' }).getByText('skip duplicates').waitFor()
  await pairs.filter({ hasText: 'x-own-3' }).getByText('Not a standard header').waitFor()
  await page.getByLabel('Filter: headers').fill('VALUE 1')
  await seen(page, `3 of ${all}`)
  expect(await pairs.count()).toBe(3)
  await page.reload()
  await pairs.first().waitFor({ state: 'attached' })
  expect(await page.locator('.headers .note').count()).toBe(all)
  expect(errors).toEqual([])
})

test('tabs have one order for every kind, and break no accessibility rule', async () => {
  const { sandbox, send } = await start()
  const receiver = await startReceiver([200])
  await sandbox.subscribe(receiver.url)
  const { deliveries, events } = await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  const capture = await send(payload)
  await sandbox.call('GET', '/cards/none')
  const [call] = (await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls?limit=1')).calls
  const { page, errors } = await open(`${sandbox.url}/`)
  const tabsOf = async (id: string | undefined, looked: readonly string[]) => {
    await page.goto(`${sandbox.url}/?open=${id}&tab=request`)
    const tabs = page.getByRole('tab')
    await tabs.first().waitFor()
    const names = (await tabs.allTextContents()).map((name) => name.replace(/ \d+$/, ''))
    for (const name of looked) {
      await page.getByRole('tab', { name }).click()
      await page.locator('.tab-panel [aria-busy="true"]').waitFor({ state: 'detached' })
      expect(await violationsOf(page), `${id} ${name}`).toEqual([])
    }
    return names
  }
  const usual = ['Request', 'Response', 'Signature', 'Attempts', 'Fault', 'Related']
  expect(await tabsOf(deliveries[0]?.id, ['Request', 'Fault', 'Resend'])).toEqual([...usual, 'Resend'])
  const without = (...names: string[]) => usual.filter((name) => !names.includes(name))
  expect(await tabsOf(capture.id, ['Response', 'Signature', 'Fault'])).toEqual([
    ...without('Attempts'),
    'Diff',
    'Replay',
  ])
  expect(await tabsOf(call?.id, ['Fault'])).toEqual(without('Signature', 'Attempts'))
  expect(await tabsOf(events[0]?.id, ['Payload'])).toEqual(['Payload', 'Related'])

  await page.goto(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=fault`)
  await page.getByRole('heading', { name: 'Wrongly accepted' }).waitFor()
  await seen(page, 'A correct receiver refuses the request.')
  // The byte before and after, as the fault's own words have them.
  const said = (await page.locator('.changes code').textContent()) ?? ''
  const [, before, after] = /"(.)" → 0x.. "(.)"/.exec(said) ?? []
  expect(await page.locator('.difference del').textContent()).toBe(before)
  expect(await page.locator('.difference ins').textContent()).toBe(after)
  expect(errors).toEqual([])
})

test('the open record is copied as command, curl, test, HAR and code', async () => {
  const { sandbox } = await start()
  const receiver = await startReceiver([200])
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const clipboard = await clipboardOf(page)
  const copied = async (title: string) => {
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByRole('menuitem', { name: title }).click()
    await seen(page, `Copied ${title}`)
    return clipboard()
  }
  expect(await copied('as command')).toContain(`resend ${deliveries[0]?.id}`)
  expect(await copied('as curl')).toContain(`'${receiver.url}'`)
  expect(await copied('as test')).toContain('the receiver accepts card.created')
  expect(JSON.parse(await copied('as HAR')).log.entries[0].response.status).toBe(200)
  expect(await copied('as code')).toContain('express')
  await page.getByText('Terminal commands').first().click()
  for (const button of ['Resend', 'Edit and resend', 'Resend with a fault'])
    await page.locator('.command-of').getByText(button, { exact: true }).waitFor()
  expect(errors).toEqual([])
})

test('the next attempt is sent now, reached by the clock, or cancelled', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=attempts`)
  const next = page.locator('.timeline .next')
  await next.getByText('Attempt 2').waitFor()
  await seen(page, /wait [\d.]+ m?s/)
  await next.getByRole('button', { name: 'Advance clock to this time' }).click()
  await next.getByText('Attempt 3').waitFor()
  await next.getByRole('button', { name: 'Attempt now' }).click()
  await next.getByText('Attempt 4').waitFor()
  expect(receiver.requests.length).toBe(3)
  await next.getByText('Terminal commands').click()
  await next.getByText(`cancel ${deliveries[0]?.id}`).waitFor()
  await next.getByRole('button', { name: 'Cancel', exact: true }).click()
  await next.waitFor({ state: 'detached' })
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('cancelled')
  expect(errors).toEqual([])
})

test('a capture is verified with another secret, which is not stored', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.getByText('Verify with another secret').click()
  const form = page.locator('.verify-with')
  await form.getByRole('textbox', { name: 'Secret' }).fill('whsec_c29tZXRoaW5nIGVsc2UgYWx0b2dldGhlcg==')
  await form.getByRole('button', { name: 'Verify' }).click()
  await form.getByRole('heading', { name: 'Signature does not match' }).waitFor()
  await form.getByRole('textbox', { name: 'Secret' }).fill('')
  await form.getByRole('button', { name: 'Verify' }).click()
  await form.getByRole('heading', { name: 'Verified' }).waitFor()
  expect((await sandbox.capture(id)).verdict.result).toBe('verified')
  expect(await violationsOf(page)).toEqual([])
  expect(errors).toEqual([])
})

test('a copy button confirms a second copy for as long as the first', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/endpoints?open=demo`)
  const copy = page.locator('.copy-box').getByRole('button').first()
  await copy.waitFor()
  await page.clock.install()
  for (let turn = 0; turn < 2; turn++) {
    await copy.click()
    await copy.filter({ hasText: 'Copied' }).waitFor()
    await page.clock.runFor(1000)
  }
  expect(await copy.innerText()).toBe('Copied')
  await page.clock.runFor(600)
  expect(await copy.innerText()).toBe('Copy')
})

test('on a touch screen each header shows its copy button without covering text', async () => {
  const sandbox = await startSandbox()
  await fetch(`${sandbox.url}/in/mine`, {
    method: 'POST',
    headers: { 'x-long': 'v'.repeat(300) },
    body: '{}',
  })
  const { id } = await sandbox.newestCapture()
  const options = { width: 390, hasTouch: true, isMobile: true } as const
  const { page } = await open(`${sandbox.url}/?open=${id}&tab=request`, options)
  const button = page.getByRole('button', { name: 'Copy the value of x-long' })
  await page.getByText(/^Headers \d+$/).click()
  await button.scrollIntoViewIfNeeded()
  expect(await button.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity)).toBe('1')
  const words = await page.getByText('v'.repeat(300)).evaluate((one) => one.getBoundingClientRect().right)
  expect((await button.boundingBox())?.x).toBeGreaterThanOrEqual(words)
  expect(await overflowOf(page)).toBe(0)
})

test('one button reloads everything that failed to load', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload)
  const { page } = await open(`${sandbox.url}/`)
  await page.route(`**/sandbox/captures/${id}*`, (route) => route.abort())
  await page.locator('.row.capture').click()
  const detail = page.locator('.split-detail')
  await detail.getByText('The sandbox did not answer.').waitFor()
  await page.unroute(`**/sandbox/captures/${id}*`)
  await detail.getByRole('button', { name: 'Try again' }).click()
  await detail.getByText('Signature verified').first().waitFor()
  expect(await detail.getByRole('alert').count()).toBe(0)
})
