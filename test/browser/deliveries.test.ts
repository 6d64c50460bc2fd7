/** How the page shows deliveries. Over 300 lines: each test is one walk through a delivery in a browser. */
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()
const held = () => {}

// Without a browser: test/ui/under-way.test.ts and test/ui/acts.test.ts.
test('a delayed response counts live in row and detail, and abort ends the attempt', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([held, 200])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 0, retry_delays: ['1h'] })
  const { deliveries } = await sandbox.trigger('card.created')
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const notice = page.getByRole('region', { name: 'Attempt under way' })
  const waited = async () => Number(/response, (\d+) s/.exec((await notice.textContent()) ?? '')?.[1])
  const first = await waited()
  expect(first).toBeGreaterThan(0)
  await notice.getByText('No timeout').waitFor()
  await page
    .getByRole('option')
    .getByText(/waiting for the response, \d+ s/)
    .waitFor()
  await expect.poll(waited).toBeGreaterThan(first)
  await notice.getByRole('button', { name: 'Abort' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: /Attempts/ }).click()
  await page.getByRole('listitem').filter({ hasText: 'Attempt 1' }).getByText('✕ aborted').waitFor()
  expect(errors).toEqual([])
})

test('an attempt can be aborted after its subscription was deleted, and blocks no other', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([held])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 0 })
  const { deliveries } = await sandbox.trigger('card.created')
  await expect.poll(() => receiver.requests.length).toBe(1)
  await sandbox.call('DELETE', `/webhooks/${id}`)
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const notice = page.getByRole('region', { name: 'Attempt under way' })
  await notice.getByText('The delivery is cancelled').waitFor()
  expect(await notice.getByRole('button').allTextContents()).toEqual(['Abort'])
  await notice.getByRole('button', { name: 'Abort' }).click()
  await notice.waitFor({ state: 'detached' })
  const outcomes = (await sandbox.attempts(deliveries[0]?.id ?? '')).map(({ outcome }) => outcome?.kind)
  expect([outcomes, errors]).toEqual([['aborted'], []])
})

test('a running attempt differs from the result of the previous one', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([held, held])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 1000, retry_delays: ['1h'] })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const state = page.locator('.thing-state')
  await state.getByText(/timed out after 1 s.* · attempt 1 of 2/).waitFor()
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 0 })
  const now = page.getByRole('button', { name: 'Attempt now' }).first()
  const room = async () => (await page.locator('.thing-head > .acts').boundingBox())?.height
  const before = await room()
  await now.click()
  await state.getByText(/previous attempt: timed out after 1 s.* · attempt 2 of 2/).waitFor()
  // What stands below is moved by no attempt; this one can be ended as well.
  expect([await now.getAttribute('aria-disabled'), await room()]).toEqual(['true', before])
  await page.locator('.thing-head > .acts').getByRole('button', { name: 'Cancel' }).click()
  await state.getByText('cancelled by hand').waitFor()
  expect(errors).toEqual([])
})

test('an invalid header is refused with its line, and nothing is sent', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=resend`)
  const form = page.locator('.resend form')
  for (const [typed, said] of [
    ['x-a: 1\n\nbad line', '“bad line” must have the form name: value.'],
    ['x-a: 1\n\nx-b: ключ', 'line 3 of the headers, x-b: is not a valid header value'],
  ] as const) {
    await form.getByLabel('Headers').fill(typed)
    await form.getByRole('button', { name: 'Resend edited' }).click()
    await form.getByRole('alert').getByText(said).waitFor()
  }
  expect(receiver.requests).toHaveLength(1)
})

test('release lets the next delivery start while the first keeps waiting', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([held, 200])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 0, ordered: true })
  const { deliveries } = await sandbox.trigger('card.created', { count: 2 })
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const notice = page.getByRole('region', { name: 'Attempt under way' })
  await notice.getByRole('button', { name: 'Release' }).click()
  await notice.getByText('this attempt keeps waiting').waitFor()
  await page.getByRole('option').filter({ hasText: '✓ 200' }).waitFor()
  await page.reload()
  await notice.getByText('this attempt keeps waiting').waitFor()
  expect(await notice.getByRole('button', { name: 'Release' }).isDisabled()).toBe(true)
  await notice.getByText(/waiting for the response/).waitFor()
  await notice.getByRole('button', { name: 'Abort' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('a rotated secret leaves the old one masked, with its end', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  const { id, secret } = await sandbox.subscribe(receiver.url)
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${id}`)
  await page.getByLabel('Overlap').fill('10m')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await seen(page, /also signs until .* \(in (10|9) min/)
  const [now] = (await sandbox.get<{ subscriptions: { secret: string }[] }>('/sandbox/subscriptions'))
    .subscriptions
  expect(now?.secret).not.toBe(secret)
  expect(await page.getByText(secret).count()).toBe(0)
  await page.getByText(secret.slice(-4)).waitFor()
  await page.getByText(String(now?.secret).slice(-4)).waitFor()
  expect(errors).toEqual([])
})

test('the settings form sends only the changed fields', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  const { id } = await sandbox.subscribe(receiver.url)
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${id}`)
  await page.getByLabel('Scheme', { exact: true }).selectOption('standard-webhooks-ed25519')
  const timeout = page.getByLabel('Timeout (ms)')
  // Longer than a timer runs: the form says so, before anything is asked.
  await timeout.fill('2147483648')
  await seen(page, /from 0 to 2147483647/)
  expect(await timeout.getAttribute('aria-invalid')).toBe('true')
  await timeout.fill('0')
  await page.getByLabel('Retry delays').fill('1m, 5m')
  await seen(page, /curl -X PATCH .*"timeout_ms":0/)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved).request().postDataJSON()).toEqual({
    scheme: 'standard-webhooks-ed25519',
    timeout_ms: 0,
    retry_delays: ['1m', '5m'],
  })
  await seen(page, /^whpk_/)
  expect(errors).toEqual([])
})

test('input in a subscription form survives a change by another client', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://localhost:3000/hook')
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${id}`)
  await page.getByLabel('Retry delays').fill('1m')
  await page.getByLabel('Description').fill('mine')
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { concurrency: 3 })
  await sandbox.call('PATCH', `/webhooks/${id}`, { events: ['card.*'] })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'card.*'),
  )
  const shown = ['Description', 'Events', 'Retry delays', 'Concurrency'].map((label) =>
    page.getByLabel(label, { exact: true }).inputValue(),
  )
  expect(await Promise.all(shown)).toEqual(['mine', 'card.*', '1m', '3'])
  expect(errors).toEqual([])
})

test('a delivery that waits for a free place links to the delivery before it', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([() => {}])
  const { id } = await sandbox.subscribe(receiver.url)
  const one = { timeout_ms: 0, concurrency: 1, retry_delays: ['1h'] }
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, one)
  const first = await sandbox.trigger('card.created')
  const second = await sandbox.trigger('kyc.verification.failure')
  const [holder, held] = [first.deliveries[0]?.id, second.deliveries[0]?.id]
  const { page, errors } = await open(`${sandbox.url}/?open=${held}`)
  const state = page.locator('.thing-state')
  await state.getByText(/waiting behind card\.created, under way for \d+ s/).waitFor()
  await page.locator('.split-detail').getByRole('button', { name: 'Attempt now' }).first().click()
  await page.getByText(/^Due now\./).waitFor({ state: 'attached' })
  // In an ordered lane what waits for its own retry holds up the next as well.
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { ordered: true })
  await sandbox.request('POST', `/sandbox/deliveries/${holder}/abort`, {})
  await page.reload()
  await state.getByText(/behind card\.created, retry in (1 h|\d+ min).*the subscription is ordered/).waitFor()
  await state.getByRole('link', { name: 'card.created' }).click()
  await page.waitForURL(`**/?open=${holder}*`)
  expect(errors).toEqual([])
})

test('a bulk resend covers all matching deliveries, not only the loaded page', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([...Array<number>(3).fill(503), 200])
  const { id } = await sandbox.subscribe(receiver.url, { events: ['card.*', 'kyc.*'] })
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: [] })
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.settle()
  await sandbox.trigger('kyc.verification.success')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?kind=deliveries`)
  const all = page.getByRole('button', { name: 'Bulk actions' })
  const resend = page.getByRole('menuitem', { name: 'Resend…' })
  await all.click()
  expect(await resend.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByLabel('State').selectOption('failed')
  await page.waitForURL('**/?kind=deliveries&state=failed')
  await page.getByLabel('Event', { exact: true }).fill('card.*')
  await page.keyboard.press('Enter')
  await seen(page, /^3 loaded/)
  await all.click()
  await resend.click()
  const sure = page.getByRole('form', { name: 'Resend 3 deliveries?' })
  await sure.getByText('Terminal commands').click()
  await seen(page, "npx webhook-sandbox resend --state failed --event 'card.*'")
  await sure.getByRole('button', { name: 'Resend', exact: true }).click()
  await seen(page, 'Resent 3 deliveries.')
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(7)

  await all.click()
  await page.getByRole('menuitem', { name: 'Recover since…' }).click()
  await page.getByLabel('Since').fill('1h')
  await page.getByRole('button', { name: 'Recover', exact: true }).click()
  // What was sent again already is not sent a second time.
  await seen(page, /Resent 0 deliveries; skipped 3: already resent/)
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(7)
  expect(errors).toEqual([])
})

test('a delivery without a subscription offers no resend, and leads to the subscribe form', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  const { id } = await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}`)
  const resend = page.getByRole('button', { name: 'Resend', exact: true })
  await resend.waitFor()
  await sandbox.call('DELETE', `/webhooks/${id}`)
  await seen(page, /the subscription was deleted/)
  expect(await resend.count()).toBe(0)
  expect(await page.getByRole('tab', { name: 'Resend' }).count()).toBe(0)
  await page.keyboard.press('e')
  // Said beside the buttons, and now at the foot of the page too.
  await expect.poll(() => page.getByText('Cannot resend').count()).toBeGreaterThan(1)
  expect(new URL(page.url()).searchParams.get('tab')).not.toBe('resend')
  await page.locator('.acts').getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL('**/subscriptions')
  expect(errors).toEqual([])
})

test('the deliveries beside a subscription follow live updates', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { subscriptions } = await sandbox.get<{ subscriptions: { id: string }[] }>('/sandbox/subscriptions')
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${subscriptions[0]?.id}`)
  await seen(page, 'None yet.')
  await seen(page, 'live')
  await sandbox.trigger('card.created')
  await page.locator('.related').getByText('✓ 200').waitFor()
  expect(errors).toEqual([])
})

test('a subscription is sent only events that match its patterns', async () => {
  const sandbox = await startSandbox({ bare: false })
  const receiver = await startReceiver()
  const { id } = await sandbox.subscribe(receiver.url, { events: ['kyb.*'] })
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${id}`)
  await page.getByRole('button', { name: /^Send kyb\./ }).click()
  await page.waitForURL(/\?open=dlv_/)
  await sandbox.settle()
  expect((await sandbox.deliveries()).map(({ subscription_id }) => subscription_id)).toEqual([id])
  await page.goto(`${sandbox.url}/subscriptions?open=${id}`)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByRole('button', { name: 'Enable', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^Send kyb\./ }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('a subscription lists its patterns without a known event', async () => {
  const sandbox = await startSandbox({ bare: true })
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/a`, { events: ['card*', 'crad.*'] })
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${id}`)
  const word = page.getByText('No known event matches crad.*.')
  await word.waitFor()
  expect(await wrongsOf(page)).toEqual([])
  await sandbox.call('PATCH', `/webhooks/${id}`, { events: ['card*'] })
  await word.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('a delivery shows its state, the finding with its fix, the newest attempt, and older ones folded', async () => {
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual' })
  const receiver = await startReceiver([404, 404, 404])
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const id = deliveries[0]?.id ?? ''
  for (const made of [2, 3]) {
    const { next_attempt_at } = await sandbox.delivery(id)
    await sandbox.clock({ set: next_attempt_at })
    expect((await sandbox.delivery(id)).attempts_made).toBe(made)
  }
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=attempts`)
  const [finding] = (await sandbox.delivery(id)).findings
  const found = page.locator('.thing-head .finding')
  await found.getByText(`${finding?.fix}`).waitFor()
  expect(await found.getByRole('heading').textContent()).toContain(finding?.summary)
  const parts = ['.thing-state', '.thing-head .finding', '.timeline > li > [open]']
  const tops = await Promise.all(
    parts.map(async (part) => (await page.locator(part).boundingBox())?.y ?? Number.NaN),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const attempts = page.locator('.timeline > li:not(.next) > details')
  const shown = await attempts.evaluateAll((all) =>
    all.map((one) => [one.querySelector('b')?.textContent, one.hasAttribute('open')]),
  )
  expect(shown).toEqual([
    ['Attempt 3', true],
    ['Attempt 2', false],
    ['Attempt 1', false],
  ])
  await attempts.last().locator('summary').first().click()
  await attempts
    .last()
    .getByText(/^Request, /)
    .waitFor()
  expect(await wrongsOf(page)).toEqual([])
  expect(errors).toEqual([])
})
