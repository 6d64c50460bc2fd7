import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, editorText, hasFocus, selectedIn, writeAll } from './editor-text.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()
/** Chromium logs every refused request; the page says it in words. */
const unexpected = (errors: string[]) => errors.filter((text) => !/40\d|422/.test(text))

test('events are grouped, a search narrows them, and keys move between them', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate`)
  await page.getByRole('heading', { name: /^kyc \d+$/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('autopay failed')
  await page.waitForURL('**/simulate?q=autopay+failed')
  await seen(page, /^1 of \d+ events$/)
  await page.getByRole('heading', { name: 'account.autopay.failed' }).waitFor()
  await page.getByRole('searchbox').fill('spoon')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('heading', { name: 'card.created' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await page.getByRole('heading', { name: 'customer.updated' }).waitFor()
  expect(
    await page.locator('.card.active').evaluate((card) => card.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(800)
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Send transactions' }).click()
  await seen(page, /Sent 1 event, 1 delivery/)
  // On from the card that has the focus, not from the one that is open.
  const cards = page.locator('.cards .card')
  await cards.nth(3).focus()
  await page.keyboard.press('j')
  await expect.poll(() => cards.nth(4).getAttribute('aria-current')).toBe('true')
  expect(errors).toEqual([])
})

test('every event links to its entry in the reference', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/simulate?open=kyb.verification.warning`)
  await page.getByRole('link', { name: 'Open in the API reference' }).click()
  await page.waitForURL('**/sandbox/docs#event-kyb.verification.warning')
  await page.getByRole('article', { name: 'kyb.verification.warning' }).waitFor()
})

test('digits open the sections of the simulator, each with its own address', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate`)
  await page.getByRole('heading', { name: 'card.created' }).waitFor()
  for (const [key, path, heading] of [
    ['2', '/simulate/scenarios', 'Included scenarios'],
    ['3', '/simulate/traffic', 'Current traffic'],
    ['4', '/simulate/clock', 'Advance the clock'],
    ['1', '/simulate', 'card.created'],
  ] as const) {
    await page.keyboard.press(key)
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }
  await page.goBack()
  await page.waitForURL('**/simulate/clock')
  await expect.poll(() => page.title()).toBe('Clock · Simulate · Webhook Sandbox')
  expect(errors).toEqual([])
})

test('the schema of an event is readable, field by field', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/simulate?open=transactions`)
  await page.getByRole('tab', { name: /^Fields/ }).click()
  await page.waitForURL('**/simulate?open=transactions&tab=fields')
  const field = page.locator('.fields > div').filter({ has: page.getByText('payment_type', { exact: true }) })
  expect(await field.locator('dd code').allTextContents()).toEqual(['card', 'ach', 'check', 'internal'])
  await page.locator('.fields').getByText('uuid or null').first().waitFor()
})

// Without a browser: test/ui/forms.test.ts and test/ui/payload-check.test.ts.
test('a payload is checked while typed, and can be forced against the schema', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate?open=card.created`)
  await page.getByRole('button', { name: 'Custom JSON' }).click()
  const field = editorOf(page, 'Payload')
  await seen(page, 'Matches the schema')
  const example = await editorText(field)
  const line = example.split('\n').findIndex((text) => text.includes('"status"')) + 1

  const wrong = example.replace(/"status": "\w+"/, '"status": "Lost", "n": 1.0')
  await field.fill(wrong)
  await seen(page, '2 problems')
  const problem = page.getByRole('listitem').filter({ hasText: 'card.status must be "Active"' })
  await problem.getByRole('button', { name: `line ${line}` }).click()
  expect(await selectedIn(field)).toContain('"status": "Lost"')
  const send = page.getByRole('button', { name: 'Send card.created', exact: true })
  await send.click()
  await expect.poll(() => hasFocus(field)).toBe(true)
  await seen(page, /\| npx webhook-sandbox trigger card\.created --payload - --force/)
  await page.getByRole('button', { name: 'Send anyway (force)', exact: true }).click()
  await seen(page, /Sent 1 event, 1 delivery/)
  const { body } = await sandbox.newestCapture()
  expect(body).toBe(wrong)

  await field.fill('{"event": "card.created",}')
  await seen(page, /Invalid JSON: unexpected comma before }/)
  expect(await page.getByRole('button', { name: 'Send anyway (force)' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Restore the example' }).click()
  await seen(page, 'Matches the schema')
  await field.fill(JSON.stringify(JSON.parse(example)))
  await page.getByRole('button', { name: 'Format', exact: true }).click()
  expect(await editorText(field)).toBe(example)
  expect(errors).toEqual([])
})

test('values are completed by path, checked while typed, and keep their types', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate?open=account.autopay.changed`)
  await page.getByLabel('Path 1').fill('details.enabled')
  await page.getByLabel('Value 1', { exact: true }).fill('perhaps')
  await seen(page, 'must be a boolean, not a string')
  await page.getByLabel('Value 1', { exact: true }).fill('false')
  await page.getByRole('button', { name: 'Add value' }).click()
  await page.keyboard.type('details.amount')
  await page.getByLabel('Value 2', { exact: true }).fill('null')
  await seen(
    page,
    'npx webhook-sandbox trigger account.autopay.changed --set details.enabled:=false --set details.amount:=null',
  )
  await page.getByRole('button', { name: 'Send account.autopay.changed' }).click()
  await seen(page, /Sent 1 event, 1 delivery/)
  const { body } = await sandbox.newestCapture()
  expect(JSON.parse(body ?? '')).toMatchObject({ details: { enabled: false, amount: null } })
  // What was typed is still there after a look elsewhere.
  await page.getByRole('button', { name: /^card\.created/ }).click()
  await page.getByRole('button', { name: /^account\.autopay\.changed/ }).click()
  expect(await page.getByLabel('Path 2').inputValue()).toBe('details.amount')
  expect(errors).toEqual([])
})

test('an unknown path, and a value without a path, are reported at their fields', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate?open=card.status.closed`)
  const path = page.getByLabel('Path 1')
  const value = page.getByLabel('Value 1', { exact: true })
  await value.fill('Closed')
  await seen(page, 'Choose the path of this value.')
  const send = page.getByRole('button', { name: 'Send card.status.closed', exact: true })
  await send.click()
  await expect.poll(() => path.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await path.getAttribute('aria-invalid')).toBe('true')
  await path.fill('card.statu')
  await seen(page, 'card.status.closed has no path card.statu. Did you mean card.status?')
  expect([await path.getAttribute('aria-invalid'), await value.getAttribute('aria-invalid')]).toEqual([
    'true',
    'false',
  ])
  await page.getByRole('button', { name: 'Add value' }).click()
  await page.getByRole('button', { name: 'Remove value 2' }).click()
  expect(await path.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Remove value 1' }).click()
  const add = page.getByRole('button', { name: 'Add value' })
  expect(await add.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(errors).toEqual([])
})

test('sending again clears the old result and shows the progress', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate?open=transactions`)
  const send = page.getByRole('button', { name: 'Send transactions', exact: true })
  await page.getByRole('checkbox', { name: /^With history/ }).check()
  await send.click()
  await seen(page, /Sent \d+ events?/)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/sandbox/events', async (route) => {
    await held
    await route.continue()
  })
  await send.click()
  await seen(page, 'sending…')
  expect(await send.getAttribute('aria-busy')).toBe('true')
  expect(await page.getByText(/^Sent \d/).count()).toBe(0)
  letGo()
  await seen(page, /Sent \d+ events?/)
  expect(await page.getByText('sending…').count()).toBe(0)
  await seen(page, 'No history: the object existed already.')
  expect(errors).toEqual([])
})

test('an unknown section of the simulator leads to the known ones', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate/spoon`)
  await seen(page, 'The simulator has no section named spoon.')
  await page.getByRole('link', { name: /^Traffic/ }).click()
  await page.waitForURL('**/simulate/traffic')
  expect(await page.getByText('no section named').count()).toBe(0)
  expect(errors).toEqual([])
})

test('an event refused by the object’s state shows the fix, and can be forced', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate?open=card.status.closed`)
  const send = page.getByRole('button', { name: 'Send card.status.closed', exact: true })
  await send.click()
  await seen(page, /Sent 1 event, 1 delivery/)
  const { body } = await sandbox.newestCapture()
  const { card_id } = JSON.parse(body ?? '').card
  await page.getByLabel('Path 1').fill('card.card_id')
  await page.getByLabel('Value 1', { exact: true }).fill(card_id)
  await send.click()
  const refusal = page.getByRole('alert').filter({ hasText: card_id })
  await refusal.getByText(/force/).first().waitFor()
  await refusal.getByRole('button', { name: 'Send anyway (force)' }).click()
  await seen(page, /Sent 1 event, 1 delivery/)
  expect(await refusal.count()).toBe(0)
  expect(unexpected(errors)).toEqual([])
})

test('a pattern sends each matching event', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate`)
  await page.getByRole('button', { name: 'Send all of card.*' }).click()
  await page.waitForURL('**/simulate?open=card.*')
  const field = page.getByLabel('Pattern', { exact: true })
  await field.fill('card.wallet.*')
  await field.press('Enter')
  await page.waitForURL('**/simulate?open=card.wallet.*')
  await page.getByRole('heading', { name: '2 events' }).waitFor()
  await page.getByRole('button', { name: 'Send card.wallet.*' }).click()
  await seen(page, /Sent 2 events, 2 deliveries/)
  await field.fill('spoon.*')
  await field.press('Enter')
  await seen(page, 'No event matches.')
  expect(errors).toEqual([])
})

test('events, their fields and the payload editor break no accessibility rule', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(sandbox.url)
  const isClean = async (view: string) => {
    await page
      .getByText(/\d+ events$/)
      .first()
      .waitFor({ state: 'attached' })
    expect(await wrongsOf(page), view).toEqual([])
  }
  for (const view of ['?q=kyc', '?q=spoon', '?open=transactions&tab=fields', '?open=kyc.*']) {
    await page.goto(`${sandbox.url}/simulate${view}`)
    await isClean(view)
  }
  await page.goto(`${sandbox.url}/simulate?open=transactions`)
  await page.getByRole('button', { name: 'Custom JSON' }).click()
  await writeAll(editorOf(page, 'Payload'), '{"event": 1}')
  await seen(page, '3 problems')
  await isClean('a wrong payload')
})
