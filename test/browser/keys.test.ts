import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, editorText, hasFocus } from './editor-text.ts'
import { chord, seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

/** A sandbox with an event, its delivery, two captures and a call; the page stands on what `id` names. */
async function standOn(which: 'event' | 'delivery' | 'capture' | 'call') {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  const { events, deliveries } = await sandbox.trigger('card.created')
  await sandbox.call('GET', '/webhooks')
  await sandbox.settle()
  const capture = await sandbox.newestCapture()
  const { calls } = await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls')
  const ids = {
    event: events[0]?.id ?? '',
    delivery: deliveries[0]?.id ?? '',
    capture: capture.id,
    call: calls[0]?.id ?? '',
  }
  const { page, errors } = await open(`${sandbox.url}/?open=${ids[which]}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('tab', { name: which === 'event' ? 'Payload' : 'Request' }).waitFor()
  const back = async () => {
    // As the back button does, without the page being loaded anew.
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/?open=${ids[which]}`)
    await page.getByRole('tab', { name: which === 'event' ? 'Payload' : 'Request' }).waitFor()
  }
  return { sandbox, page, errors, ids, back }
}
const shown = (page: Page, words: string | RegExp) => page.locator('.in-sight').getByText(words).waitFor()
const at = (page: Page, part: string | RegExp) => page.waitForURL((url) => !!url.href.match(part))
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('keys on a delivery: r resends, e and x open the form, v, c, d and brackets show and copy', async () => {
  const { page, errors, ids, back, sandbox } = await standOn('delivery')
  await page.keyboard.press('v')
  await at(page, 'tab=signature')
  await page.keyboard.press(']')
  await page.getByRole('tab', { name: /Attempts/, selected: true }).waitFor()
  await page.keyboard.press('[')
  await page.getByRole('tab', { name: 'Signature', selected: true }).waitFor()
  await page.keyboard.press('c')
  await shown(page, 'Copied as curl')
  expect(await clipboard(page)).toMatch(/^curl -X POST [\s\S]*webhook-id/)
  await page.keyboard.press('y')
  await shown(page, 'Copied the link')
  expect(await clipboard(page)).toContain(`open=${ids.delivery}`)
  await page.keyboard.press('d')
  await at(page, /open=cap_.*tab=diff.*beside=cap_/)
  await back()
  await page.keyboard.press('e')
  const body = editorOf(page, 'Body')
  await expect.poll(() => hasFocus(body)).toBe(true)
  // Typing is typing.
  await page.keyboard.type('rex')
  expect(await editorText(body)).toContain('rex')
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await page.locator('.fault-field input:focus').waitFor()
  await back()
  await page.keyboard.press('r')
  await at(page, /open=dlv_/)
  await expect.poll(async () => (await sandbox.deliveries()).length).toBe(3)
  expect(errors).toEqual([])
})

test('keys on a capture: r replays, e edits, d compares, Delete deletes until z', async () => {
  const { page, errors, ids, back, sandbox } = await standOn('capture')
  await page.keyboard.press('d')
  await at(page, /tab=diff&beside=cap_/)
  await seen(page, 'Body bytes')
  await page.keyboard.press('v')
  await at(page, 'tab=signature')
  await page.keyboard.press('c')
  await shown(page, 'Copied as curl')
  expect(await clipboard(page)).toContain('/in/demo')
  await page.keyboard.press('e')
  await page.locator('details[open] :is(input, textarea):focus').waitFor()
  await back()
  await page.keyboard.press('x')
  await at(page, new RegExp(`open=${ids.delivery}.*tab=resend`))
  await back()
  await page.keyboard.press('r')
  await shown(page, /Replayed to .*HTTP 200/)
  expect((await sandbox.captures()).length).toBe(3)
  await page.keyboard.press('Delete')
  await seen(page, 'Deleted POST /in/demo')
  await expect.poll(() => page.url()).not.toContain('open=')
  await page.keyboard.press('z')
  await at(page, `open=${ids.capture}`)
  expect((await sandbox.captures()).length).toBe(3)
  expect(errors).toEqual([])
})

test('keys on an event: r sends again, e fills the form, x focuses the fault', async () => {
  const { page, errors, ids, back, sandbox } = await standOn('event')
  const { payload } = await sandbox.event(ids.event)
  await page.keyboard.press('c')
  await shown(page, 'Copied')
  expect(await clipboard(page)).toContain('"event":"card.created"')
  await page.keyboard.press('v')
  await at(page, /open=dlv_.*tab=signature/)
  await back()
  await page.keyboard.press('d')
  await at(page, /open=cap_.*beside=cap_/)
  await back()
  await page.keyboard.press('x')
  await page.locator('.fault-field input:focus').waitFor()
  await back()
  await page.keyboard.press('e')
  await at(page, '/simulate?open=card.created'.replace('?', '\\?'))
  await expect
    .poll(async () => (await page.locator('.split-detail').textContent())?.replace(/\s/g, ''))
    .toContain(JSON.stringify(payload).replace(/\s/g, '').slice(2, 30))
  await back()
  await page.keyboard.press('r')
  await expect.poll(async () => (await sandbox.captures()).length).toBe(3)
  expect(errors).toEqual([])
})

test('keys on a call: r copies, x arms an answer, v and d explain why not', async () => {
  const { page, errors } = await standOn('call')
  await page.keyboard.press('v')
  await shown(page, 'Calls carry no signature.')
  await page.keyboard.press('d')
  await shown(page, 'Calls cannot be compared.')
  await page.keyboard.press('r')
  await shown(page, 'Copied as curl.')
  expect(await clipboard(page)).toMatch(/^curl -X GET .*\/api\/v0\.1\/webhooks/)
  await page.keyboard.press('x')
  await at(page, '/errors\\?open=new')
  expect(await page.getByLabel('Path', { exact: true }).inputValue()).toBe('/webhooks')
  expect(errors).toEqual([])
})

quick('keys lead through every view, its list and its detail, and back', async () => {
  const sandbox = await startSandbox({ bare: false })
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const { page, errors } = await open(`${sandbox.url}/`)
  await seen(page, 'live')
  const focused = () => page.evaluate(() => document.activeElement?.className ?? '')
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 }).first().waitFor()

  await chord(page, 'g', 'u')
  await heading('Subscriptions')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(focused).toContain('card')
  await page.keyboard.press('Enter')
  await at(page, '/subscriptions\\?open=')
  const first = page.url()
  await page.keyboard.press('k')
  await expect.poll(() => page.url()).not.toBe(first)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).toMatch(/subscriptions$/)
  await page.keyboard.press('n')
  await page.locator('.split-detail input:focus').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await chord(page, 'g', 'n')
  await heading('Endpoints')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await at(page, '/endpoints\\?open=demo')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.split-detail') !== null))
    .toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('card')

  await chord(page, 'g', 'e')
  await page.getByRole('listbox', { name: /Error codes/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: /^Undo Armed \w+/ }).waitFor()
  const { armed_errors } = await sandbox.get<{ armed_errors: unknown[] }>('/sandbox/armed-errors')
  expect(armed_errors).toHaveLength(1)

  await chord(page, 'g', 'm')
  await at(page, '/simulate$')
  await page.locator('.card.active').waitFor()
  await page.keyboard.press('j')
  await expect.poll(focused).toContain('card active')
  await page.keyboard.press('s')
  await expect.poll(() => receiver.requests.length).toBe(1)
  await page.keyboard.press('2')
  await at(page, '/simulate/scenarios')
  await chord(page, 'g', 's')
  await seen(page, 'following newest')
  // A call, an event, two deliveries and a capture: what comes later is told as waiting while the list is paused.
  await page.getByRole('option').nth(4).waitFor()
  await page.keyboard.press('p')
  await seen(page, '· paused')
  await page.keyboard.press('p')
  await page.keyboard.press('/')
  await page.locator('#search:focus').waitFor()
  expect(errors).toEqual([])
})

test('the help lists the keys of the current view first, and returns the focus', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  const { page, errors } = await open(`${sandbox.url}/`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  const places = await help.getByRole('heading', { level: 3 }).allTextContents()
  expect(places.indexOf('In a list')).toBe(0)
  expect(places.indexOf('In the simulator')).toBeGreaterThan(places.indexOf('On other pages'))
  expect(await violationsOf(page)).toEqual([])
  // Keys of the page do nothing below it.
  await page.keyboard.press('j')
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.stream, .rail'))).toBeNull()
  }
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant'))).toBe(
    'row-0',
  )
  expect(errors).toEqual([])
})

test('a button that disappears passes the focus to its neighbour, else to the list', async () => {
  const { sandbox, page, errors } = await standOn('capture')
  await page.goto(`${sandbox.url}/?kind=captures`)
  await page.getByRole('option').first().waitFor()
  const ready = page.waitForResponse(/\/assets\/listen-[\w-]+\.js$/)
  const strip = page.getByRole('region', { name: 'First steps' })
  await strip.getByRole('button', { name: 'Dismiss' }).focus()
  // What has come has not been run yet on a busy machine.
  await page.evaluate(`import('${(await ready).url()}')`)
  await page.keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.className)
  await expect.poll(focused).toBe('virtual-list')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('.split-detail').getByRole('button', { name: 'Note' }).press('Enter')
  await page.getByRole('textbox', { name: 'Note' }).waitFor()
  await page.locator('.note-form').getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.thing-head') !== null))
    .toBe(true)
  expect(errors).toEqual([])
})
