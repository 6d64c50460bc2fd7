import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()

/** A sandbox whose clock stands. */
async function startManual() {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  return sandbox
}

// The quick form has the request, the chart and the clock without a browser, in test/ui/simulator.test.ts and
// test/ui/simulator-commands.test.ts.
test('traffic starts from the form, is drawn, and stops', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate/traffic`)
  await seen(page, 'No traffic yet.')
  await page.getByLabel('Events per second').fill('40')
  await page.getByLabel('Shape').selectOption('poisson')
  await page.getByLabel('Event 1', { exact: true }).fill('card.*')
  await page.getByLabel('Weight 1', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Add event' }).click()
  await page.keyboard.type('transactions')
  await page.getByLabel('Duration', { exact: true }).fill('10m')
  await seen(
    page,
    "npx webhook-sandbox traffic --rate 40 --shape poisson --event 'card.*=3' --event transactions --for 10m",
  )
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await seen(page, /· 40 per second, poisson · card\.\* 3, transactions 1/)
  await seen(page, /Last \d+ s, average per second: [\d.]+ sent, [\d.]+ succeeded/)
  expect(await page.locator('.rate-chart path.sent').getAttribute('d')).toMatch(/^M/)
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await stop.click()
  await page.getByRole('heading', { name: 'Last traffic' }).waitFor()
  expect(await stop.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await stop.isDisabled()).toBe(true)
  await seen(page, /Final \d+ s/)
  await expect.poll(() => page.getByText('waiting', { exact: true }).locator('..').innerText()).toMatch(/0$/)
  await page.getByRole('button', { name: 'Show in the stream' }).click()
  await page.waitForURL('**/?run=trf_*')
  await page.getByRole('option').first().waitFor()
  expect(errors).toEqual([])
})

test('text typed right after adding an event goes into the new event', async () => {
  const sandbox = await startSandbox()
  const { page } = await open(`${sandbox.url}/simulate/traffic`)
  const add = page.getByRole('button', { name: 'Add event' })
  // Asked before a frame could be drawn: a busy machine takes its time over one, a hand does not wait for it.
  const focused = await add.evaluate(async (button: HTMLButtonElement) => {
    button.focus()
    button.click()
    await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(focused).toBe('Event 2')
})

test('invalid traffic is refused at its fields', async () => {
  const sandbox = await startSandbox()
  const { page } = await open(`${sandbox.url}/simulate/traffic`)
  await page.getByLabel('Event 1', { exact: true }).fill('spoon.*')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const refusal = page.getByRole('group', { name: 'Event mix, by weight' }).getByRole('alert')
  await refusal.filter({ hasText: 'No event matches spoon.*' }).waitFor()
  expect(await refusal.innerText()).not.toMatch(/(\w+\.\w+, ){3}/)
  await page.getByLabel('Event 1', { exact: true }).fill('card.*')
  await page.getByLabel('Duration', { exact: true }).fill('soon')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await seen(page, 'Must be a duration longer than 0, such as 30s or 10m')
  expect(await page.getByLabel('Duration', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('alert').count()).toBe(1)
})

test('quick clock requests run one after the other', async () => {
  const sandbox = await startManual()
  const { page, errors } = await open(`${sandbox.url}/simulate/clock`)
  await seen(page, 'Manual: the clock is stopped.')
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
    for (const name of ['+1 min', '+1 s', '+1 s']) press(name)
  })
  await seen(page, '3 so far.')
  await seen(page, '09:01:02.000')
  expect(errors).toEqual([])
})

test('the clock names the run that advances it, in either mode', async () => {
  const sandbox = await startManual()
  await sandbox.post('/sandbox/scenarios/retry-ladder/run', { speed: 2 })
  const { page } = await open(`${sandbox.url}/simulate/clock`)
  await seen(page, /Manual, and run retry-ladder advances the clock, ×2\./)
  await page.getByTitle(/manual; run retry-ladder advances it, ×2/).waitFor()
  await page.getByRole('button', { name: 'Real', exact: true }).click()
  await seen(page, /Real, ×1, and run retry-ladder advances the clock, ×2\./)
  await page.getByRole('link', { name: 'retry-ladder', exact: true }).click()
  await page.waitForURL('**/simulate/scenarios?open=run_*')
})

test('the manual clock stops, steps to the next due time, and reports the finished work', async () => {
  const sandbox = await startManual()
  const receiver = await startReceiver([503, 200])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/simulate/clock`)
  await seen(page, 'Manual: the clock is stopped.')
  await seen(page, '09:00:00.000')
  await seen(page, /Due next: a delivery attempt, in /)
  await page.getByRole('button', { name: 'To next due time' }).click()
  await seen(page, /done in/)
  await seen(page, 'Nothing is due.')
  expect(receiver.requests).toHaveLength(2)
  await page.getByRole('button', { name: '+1 h' }).click()
  await page.getByLabel('Time', { exact: true }).fill('2026-02-01T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await seen(page, '→ 2026-02-01 00:00:00.000 UTC')
  await seen(page, '3 so far.')
  await page.getByText('Terminal commands').last().click()
  await seen(page, 'npx webhook-sandbox clock set 2026-02-01T00:00:00Z')
  expect(errors).toEqual([])
})

test('the clock starts, runs faster and stops, and refuses an invalid time', async () => {
  const sandbox = await startManual()
  const { page } = await open(`${sandbox.url}/simulate/clock`)
  await page.getByRole('button', { name: '×60', exact: true }).click()
  await seen(page, 'Real: the clock runs, ×60.')
  expect(await sandbox.get('/sandbox/clock')).toMatchObject({ clock: { mode: 'real', speed: 60 } })
  await page.getByLabel('Other speed').fill('2.5')
  await page.getByRole('button', { name: 'Set speed' }).click()
  await seen(page, 'Real: the clock runs, ×2.5.')
  await page.getByRole('button', { name: 'Manual' }).click()
  await seen(page, 'Manual: the clock is stopped.')
  await page.getByLabel('Duration', { exact: true }).fill('soon')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByRole('alert').filter({ hasText: 'Must be a duration such as 90s' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
  await page.getByLabel('Time', { exact: true }).fill('2026-03-01')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await seen(page, '→ 2026-03-01 00:00:00.000 UTC')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('traffic and clock break no accessibility rule', async () => {
  const sandbox = await startManual()
  const { page } = await open(sandbox.url)
  const areClean = async () => {
    for (const view of ['traffic', 'clock']) {
      await page.goto(`${sandbox.url}/simulate/${view}`)
      await page.getByRole('heading', { level: 3 }).first().waitFor()
      await seen(page, 'live')
      expect(await wrongsOf(page), view).toEqual([])
    }
  }
  await areClean()
  await sandbox.post('/sandbox/traffic', { rate: 5, for: '10m' })
  await sandbox.clock({ advance: '3s' })
  await areClean()
})
