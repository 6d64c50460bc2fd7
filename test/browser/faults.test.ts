import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { type ScriptedAnswer, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, editorText, hasFocus } from './editor-text.ts'
import { seen, useBrowser, violationsOf, wrongsOf } from './open-page.ts'

const open = useBrowser()

/** A sandbox whose one subscription is answered by the script. */
async function startWith(script: Parameters<typeof startReceiver>[0]) {
  const sandbox = await startSandbox()
  const receiver = await startReceiver(script)
  const subscription = await sandbox.subscribe(receiver.url)
  return { sandbox, receiver, subscription }
}
/** Chromium logs every refused request; the page says it in words. */
const unexpected = (errors: string[]) => errors.filter((text) => !text.includes('422'))

test('a refused tampered signature is green, and the attempt shows the change', async () => {
  const { sandbox, receiver } = await startWith([401])
  const { page, errors } = await open(`${sandbox.url}/simulate?open=card.created`)
  await page.getByLabel('Fault to add').selectOption('tamper(signature)')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => page.getByLabel('Fault', { exact: true }).inputValue()).toBe('tamper(signature)')
  await seen(page, /One character of every signature is changed/)
  await seen(page, /trigger card\.created --fault 'tamper\(signature\)'/)
  await page.getByRole('button', { name: 'Send card.created' }).click()
  await page.locator('a.thing-link', { hasText: '401 refused' }).click()
  await seen(page, 'refused, as it should be')
  await page.getByRole('tab', { name: /Attempts/ }).click()
  const [sent] = receiver.requests
  const changes = page.getByRole('list', { name: 'Changed on purpose' })
  await changes.filter({ hasText: 'webhook-signature' }).waitFor()
  await page.getByText(/^Request, body of/).click()
  await page
    .getByText(/^Headers \d+$/)
    .first()
    .click()
  await seen(page, String(sent?.headers['webhook-signature']))
  await page
    .getByRole('option')
    .filter({ hasText: 'tamper(signature)' })
    .filter({ hasText: '401 refused' })
    .waitFor()
  expect(errors).toEqual([])
})

test('a receiver that probably acted twice is reported on every tab, with the evidence on the fault tab', async () => {
  const made = (n: number) => (response: ServerResponse) => void response.end(`{"id":"pay_${n}"}`)
  const { sandbox } = await startWith([made(1), made(2)])
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(2)' })
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const head = page.locator('.thing-head')
  const [finding] = (await sandbox.delivery(deliveries[0]?.id ?? '')).findings
  await head.getByText(`${finding?.summary}`).waitFor()
  await head.getByRole('button', { name: 'Why?' }).click()
  await page
    .locator('.finding.bad')
    .getByText(/id: "pay_\d", then "pay_\d"/)
    .waitFor()
  expect(await page.getByText('Handled').count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  expect(errors).toEqual([])
})

test('a success instead of a refusal is red and named', async () => {
  const { sandbox } = await startWith([200])
  await sandbox.trigger('card.created', { fault: 'unsigned' })
  const { page, errors } = await open(`${sandbox.url}/`)
  await page.getByRole('option').filter({ hasText: '200 accepted' }).click()
  await seen(page, /accepted, but your receiver should refuse it/)
  expect(errors).toEqual([])
})

test('x opens the fault field, which refuses a misspelt fault and sends a correct one', async () => {
  const { sandbox, receiver } = await startWith([200])
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?kind=deliveries`)
  await page.locator('.row').click()
  await page.keyboard.press('x')
  const field = page.getByLabel('Fault', { exact: true })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('header_caes')
  // Before anything is sent, the field shows the message of the API.
  const { problem } = await sandbox.get<{ problem: { message: string; fix: string } }>(
    '/sandbox/catalogue/faults?fault=header_caes',
  )
  await page.getByRole('alert').getByText(`${problem.message} ${problem.fix}`).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'header_case' }).waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('header_case')
  await seen(page, /webhook-sandbox resend dlv_\w+ --fault 'header_case'/)
  await page.getByRole('button', { name: 'Resend with the fault' }).click()
  await page.waitForURL(/tab=attempts/)
  await page.getByRole('list', { name: 'Changed on purpose' }).waitFor()
  expect(receiver.requests).toHaveLength(2)
  expect(receiver.requests[1]?.rawHeaders).toContain('WEBHOOK-ID')
  expect(unexpected(errors)).toEqual([])
})

test('e edits a delivery before the resend', async () => {
  const { sandbox, receiver } = await startWith([200])
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?kind=deliveries`)
  await page.locator('.row').click()
  await page.keyboard.press('e')
  const body = editorOf(page, 'Body')
  await expect.poll(() => hasFocus(body)).toBe(true)
  expect(await editorText(body)).toBe(receiver.requests[0]?.body.toString())
  await body.fill('{"edited": 1.50}')
  await page.getByRole('button', { name: 'Resend edited' }).click()
  await page.waitForURL(/tab=attempts/)
  await sandbox.settle()
  expect(receiver.requests[1]?.body.toString()).toBe('{"edited": 1.50}')
  await seen(page, /edited before it was sent/)
  await page.locator('.row', { hasText: 'edited →' }).waitFor()
  expect(errors).toEqual([])
})

test.each(['tamper(body)', 'delay(1h)'])(
  'what a delivery carries is edited, not what %s made of it',
  async (fault) => {
    const { sandbox } = await startWith([200])
    const { deliveries } = await sandbox.trigger('card.created')
    const { delivery } = await sandbox.post<{ delivery: { id: string } }>(
      `/sandbox/deliveries/${deliveries[0]?.id}/resend`,
      { body: '{"my":"edit","n":1.0}', fault },
    )
    await sandbox.settle()
    const { page, errors } = await open(`${sandbox.url}/?open=${delivery.id}&tab=resend`)
    const body = editorOf(page, 'Body')
    await body.waitFor()
    expect(await editorText(body)).toBe('{"my":"edit","n":1.0}')
    expect(errors).toEqual([])
  },
)

test('an unsaved fault rule survives a visit to another view', async () => {
  const { sandbox } = await startWith([200])
  const { page } = await open(`${sandbox.url}/simulate?open=standing-faults`)
  await page.getByLabel('Fault', { exact: true }).fill('header_case')
  await page.getByLabel('Every Nth match').fill('3')
  await page.getByText('A card was created.').click()
  await page.getByRole('button', { name: 'Send card.created' }).waitFor()
  await page.getByRole('button', { name: /^Fault rules/ }).click()
  expect(await page.getByLabel('Every Nth match').inputValue()).toBe('3')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('list', { name: 'Fault rules' }).getByText('header_case').waitFor()
  // The socket may tell of the rule before its answer is there.
  await expect.poll(() => page.getByLabel('Fault', { exact: true }).inputValue()).toBe('')
})

test('a fault rule is added, fires, and is removed', async () => {
  const { sandbox } = await startWith([200])
  const { page, errors } = await open(`${sandbox.url}/simulate`)
  await page.getByRole('button', { name: /^Fault rules/ }).click()
  await page.waitForURL('**/simulate?open=standing-faults')
  await seen(page, 'No rules yet.')
  await page.getByLabel('Fault', { exact: true }).fill('header_case')
  await page.getByLabel('Event', { exact: true }).fill('card.*')
  await page.getByLabel('First matches only').fill('1')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/sandbox/fault-rules', async (route) => {
    await held
    await route.continue()
  })
  const add = page.getByRole('button', { name: 'Add rule' })
  await add.click()
  await page.getByLabel('Event', { exact: true }).fill('kyc.*')
  answer()
  const rules = page.getByRole('list', { name: 'Fault rules' })
  await rules.getByText('fired 0 · matched 0').waitFor()
  await page.locator('button[aria-busy="false"]').getByText('Add rule').waitFor()
  // What is typed while the answer is still to come is for the next.
  expect(await page.getByLabel('Event', { exact: true }).inputValue()).toBe('kyc.*')
  await sandbox.trigger('kyc.verification.success')
  await sandbox.trigger('card.created')
  await rules.getByText('spent · fired 1 · matched 1').waitFor()
  const [row] = await sandbox.deliveries('?event=card.created')
  expect(row?.fault).toBe('header_case')
  await page.getByRole('button', { name: 'Remove header_case for card.*' }).click()
  await seen(page, 'No rules yet.')
  expect(errors).toEqual([])
})

test('concurrent copies are not shown as retries of each other', async () => {
  const slowly: ScriptedAnswer = (response) => void setTimeout(() => response.writeHead(503).end(), 300)
  const { sandbox } = await startWith([slowly, slowly, 200])
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(2)' })
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=attempts`)
  const attempts = page.locator('.timeline > li')
  await attempts.getByText('Attempt 2').waitFor()
  expect(await attempts.filter({ hasText: 'Attempt 2' }).textContent()).not.toContain(
    'after the previous attempt',
  )
  await attempts.getByRole('button', { name: 'Attempt now' }).click()
  await attempts
    .filter({ hasText: 'Attempt 3' })
    .getByText(/after the previous attempt · HTTP 200/)
    .waitFor()
  expect(errors).toEqual([])
})

test('faults break no accessibility rule', async () => {
  const { sandbox, subscription } = await startWith([503, 401])
  await sandbox.post('/sandbox/fault-rules', { fault: 'drop', event: 'kyc.*', every: 3 })
  await sandbox.trigger('card.created')
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'tamper(body) | header_case' })
  await sandbox.settle()
  const detail = `/?open=${deliveries[0]?.id}`
  const views: [string, string][] = [
    [`${detail}&tab=attempts`, 'Request, body of'],
    [`${detail}&tab=resend`, 'Resend unchanged'],
    ['/?kind=deliveries&state=retrying', 'Bulk actions'],
    ['/simulate?open=card.created', 'choose a fault'],
    ['/simulate?open=standing-faults', 'every 3rd match'],
    [`/subscriptions?open=${subscription.id}`, 'Retry delays'],
  ]
  const { page } = await open(`${sandbox.url}/`)
  for (const [view, text] of views) {
    await page.goto(`${sandbox.url}${view}`)
    await page.getByRole('main').filter({ hasText: text }).waitFor()
    expect(await wrongsOf(page), view).toEqual([])
  }
})
