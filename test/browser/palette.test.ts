import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search or do anything' })
const options = (page: Page) => dialog(page).getByRole('option')
const chosen = (page: Page) => dialog(page).locator('[role="option"][aria-selected="true"] .palette-title')
/** Waits until it is what Enter does; a try that finds no line gives way to the next, so that a failure names what is wanted. */
const isChosen = (page: Page, wanted: string | RegExp) =>
  expect.poll(() => chosen(page).textContent({ timeout: 500 })).toMatch(wanted)

/** Opens the palette, types, waits until what is wanted stands first, and does it. */
async function command(page: Page, typed: string, wanted: string | RegExp) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await isChosen(page, wanted)
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
}

test('a few letters send, run, arm, inject, navigate and step the clock', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/`)
  await seen(page, 'live')
  await command(page, 'send card creatd', 'Send card.created')
  await page.waitForURL(/open=cap_/)

  await command(page, 'arm card_dne', 'Arm card_dne')
  await expect
    .poll(async () => (await sandbox.get<{ armed_errors: unknown[] }>('/sandbox/armed-errors')).armed_errors)
    .toMatchObject([{ code: 'card_dne', times: 1 }])

  await command(page, 'inject tamper body', /Inject tamper\(body/)
  await expect
    .poll(async () => (await sandbox.get<{ fault_rules: unknown[] }>('/sandbox/fault-rules')).fault_rules)
    .toMatchObject([{ first: 1 }])

  await command(page, 'run onboarding', /Run onboarding-/)
  await page.waitForURL(/scenarios\?open=run_/)

  await command(page, 'errors', 'Errors')
  await page.getByRole('listbox', { name: /Error codes/ }).waitFor()

  const before = (await sandbox.get<{ clock: { now: string } }>('/sandbox/clock')).clock.now
  await command(page, 'advance 1 h', 'Advance the clock by 1 h')
  await expect
    .poll(async () => {
      const { clock } = await sandbox.get<{ clock: { now: string } }>('/sandbox/clock')
      return Date.parse(clock.now) - Date.parse(before)
    })
    .toBeGreaterThanOrEqual(3_600_000)

  await command(page, 'dark theme', 'Use the dark theme')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')

  // What was done last is offered first.
  await page.keyboard.press('Control+k')
  const first = dialog(page).getByRole('group').first()
  expect(await first.getAttribute('aria-label')).toBe('Recent')
  await first.getByText('Advance the clock by 1 h').waitFor()
  expect(errors).toEqual([])
})

test('the open record comes first, and an id or other words lead on', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const { deliveries, events } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  await page.getByRole('tab', { name: 'Request' }).waitFor()
  await page.getByRole('button', { name: 'Search or do anything' }).click()
  await dialog(page)
    .getByRole('group', { name: `On delivery ${deliveries[0]?.summary}` })
    .waitFor()
  await page.keyboard.type('resend')
  await isChosen(page, /^Resend$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => receiver.requests.length).toBe(2)

  await command(page, `${events[0]?.id}`, `Open event ${events[0]?.id}`)
  await page.waitForURL(new RegExp(`open=${events[0]?.id}`))
  await command(page, 'zebra crossing', 'Search the stream for zebra crossing')
  await page.waitForURL(/q=zebra\+crossing/)
  expect(errors).toEqual([])
})

test('every entry shows its key or its command, which Ctrl C copies', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await seen(page, 'live')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('send card.created')
  const active = dialog(page).locator('[aria-selected="true"]')
  await active.getByText('webhook-sandbox trigger card.created').waitFor()
  await expect.poll(() => active.locator('mark').allTextContents()).toEqual(['Send', 'card', 'created'])
  // Where colours are forced the chosen one still stands out, and the letters that matched can be read on it.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const grounds = await Promise.all(
    [active, dialog(page)].map((one) => one.evaluate((at) => getComputedStyle(at).backgroundColor)),
  )
  expect(new Set(grounds).size).toBe(2)
  const inks = await active
    .locator('mark, .palette-title')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
  expect(new Set(inks).size).toBe(1)
  await page.emulateMedia({ forcedColors: null, colorScheme: null })
  await page.keyboard.press('Control+c')
  await dialog(page).locator('footer').getByText('Copied the command').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `npx webhook-sandbox trigger card.created --url ${sandbox.url}`,
  )
  expect(await violationsOf(page)).toEqual([])
  expect((await sandbox.captures()).length).toBe(0)
  expect(errors).toEqual([])
})

test('reopened right after an action, the palette stays and takes the next letters', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/`)
  await seen(page, 'live')
  await command(page, 'high contrast', 'High contrast')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('normal contrast')
  await isChosen(page, 'Normal contrast')
  const field = await page.evaluate(async () => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
      )
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    press({ key: 'Enter' })
    // Drawn without it, but within the frame in which its end would be told.
    while (document.querySelector('dialog') !== null) await Promise.resolve()
    press({ key: 'k', ctrlKey: true })
    for (let i = 0; i < 3; i++) await frame()
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(field).toBe('Search or do anything')
  await page.keyboard.type('lanes')
  await isChosen(page, 'Lanes')
  expect(errors).toEqual([])
})

test('while the palette loads, it keeps all typed text in any alphabet, and no key reaches the page', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open('about:blank')
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/\/assets\/palette-[\w-]+\.js$/, async (route) => {
    await loaded
    await route.continue()
  })
  await page.goto(`${sandbox.url}/?q=card`)
  await seen(page, 'live')
  await page.locator('#search').focus()
  await page.keyboard.press('Control+k')
  for (const key of ['Backspace', 'Delete', 'Home', 'ArrowDown', 'Tab']) await page.keyboard.press(key)
  expect(await page.locator('#search').inputValue()).toBe('card')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Send card.created' }).first().focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lanesx')
  await page.keyboard.press('Backspace')
  await page.evaluate(() => {
    const init = { key: 'ж', code: 'Semicolon', bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, key: 'д', code: 'KeyL' }))
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
  })
  await page.keyboard.press('Enter')
  load()
  const field = dialog(page).getByRole('combobox')
  await field.waitFor()
  expect(await field.inputValue()).toBe('lanesдж')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await isChosen(page, 'Lanes')
  const { events } = await sandbox.get<{ events: unknown[] }>('/sandbox/events')
  expect(events).toEqual([])
  expect(errors).toEqual([])
})

test('entries that load later are found, and the selection stays', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open('about:blank')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/sandbox\/(errors|catalogue|faults|scenarios)\b/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(`${sandbox.url}/`)
  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('combobox').fill('card')
  await options(page).filter({ hasText: 'Search the stream for card' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await isChosen(page, 'Search the objects for card')
  answer()
  await options(page).filter({ hasText: 'Show card.created' }).waitFor()
  await isChosen(page, 'Search the objects for card')
  for (const [typed, wanted] of [
    ['arm card_dne', 'Arm card_dne'],
    ['run onboarding', /Run onboarding-/],
    ['inject tamper body', /tamper\(body/],
  ] as const) {
    await dialog(page).getByRole('combobox').fill(typed)
    await isChosen(page, wanted)
  }
  expect(errors).toEqual([])
})

test('a reset runs only after a confirmation', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('reset')
  await isChosen(page, /^Reset the sandbox$/)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await options(page).first().waitFor()
  expect((await sandbox.captures()).length).toBe(1)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Reset' }).click()
  await expect.poll(async () => (await sandbox.captures()).length).toBe(0)
  expect(errors).toEqual([])
})

test('early letters are kept, Escape returns the focus, and a key takes at most a frame', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/`)
  await seen(page, 'live')
  await page.locator('#search').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lanes')
  await isChosen(page, /^Lanes$/)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search')
  expect(await page.locator('#search').inputValue()).toBe('')

  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('combobox').waitFor()
  // What the page works, whatever else the machine does.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const typed = 'send card status active'
  const input = dialog(page).getByRole('combobox')
  const perLetter = async () => {
    await input.fill('')
    await isChosen(page, /^(?!Send card\.status\.active)/)
    const before = await worked()
    for (const letter of typed) await page.keyboard.type(letter)
    await isChosen(page, /^Send card\.status\.active$/)
    return ((await worked()) - before) / typed.length
  }
  /** As slow as the machine is just now: a list of five hundred lines, made and laid out anew. */
  const perList = async () => {
    const before = await worked()
    for (let i = 0; i < 10; i++)
      await page.evaluate(() => {
        const list = document.createElement('ul')
        for (let line = 0; line < 500; line++)
          list.appendChild(document.createElement('li')).append(`line ${line}`)
        document.body.append(list)
        list.getBoundingClientRect()
        list.remove()
      })
    return ((await worked()) - before) / 10
  }
  const [letters, lists]: [number[], number[]] = [[], []]
  // The least of some rounds by turns: what is compiled, read and drawn besides falls into some of them only.
  for (let round = 0; round < 4; round++) {
    letters.push(await perLetter())
    lists.push(await perList())
  }
  // About 0.8 of it, where a frame is 1.4.
  expect(Math.min(...letters) / Math.min(...lists)).toBeLessThan(1.4)
  expect(errors).toEqual([])
})
