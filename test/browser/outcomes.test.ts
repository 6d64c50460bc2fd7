import { join } from 'node:path'
import { expect } from 'vitest'
import { drainMs } from '../../server/drain.ts'
import { type Outside, realOutside } from '../../server/outside.ts'
import { ownFolder } from '../helpers/folder.ts'
import { quick, test } from '../helpers/long.ts'
import { startOddReceiver } from '../helpers/odd-receiver.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'

const open = useBrowser()

quick(
  'a refusal by the reader’s receiver is not hidden by the green capture of the built-in one',
  async () => {
    const sandbox = await startSandbox({ bare: false })
    const receiver = await startReceiver([401])
    await sandbox.subscribe(receiver.url)
    const { page, errors } = await open(`${sandbox.url}/`)
    await seen(page, 'live')
    await page.getByRole('button', { name: 'Send card.created' }).first().click()
    const deliveries = page.getByRole('tabpanel').locator('a.thing-link', { hasText: '→' })
    await deliveries.filter({ hasText: '401' }).waitFor()
    expect(await deliveries.count()).toBe(2)
    expect(page.url()).toContain('open=evt_')
    expect(errors).toEqual([])
  },
)

test('a capture row shows its cause and reply, and Failing lists it alone', async () => {
  const sandbox = await startSandbox({ bare: false })
  const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`
  await sandbox.post('/sandbox/endpoints', { name: 'mine', secret, reply: { status: 503 } })
  const signed = {
    'webhook-id': 'msg_1',
    'webhook-signature': 'v1,AAAA',
  }
  await fetch(`${sandbox.url}/in/mine`, { method: 'POST', headers: signed, body: '{}' })
  await sandbox.trigger('card.created')
  const { page, errors } = await open(`${sandbox.url}/`)
  const row = page.getByRole('option').filter({ hasText: 'POST /in/mine' })
  await row.filter({ hasText: 'missing header' }).filter({ hasText: '503' }).waitFor()
  await page.getByRole('button', { name: /^Failing/ }).click()
  await page.getByRole('option').filter({ hasText: '/in/demo' }).first().waitFor({ state: 'detached' })
  await row.waitFor()
  expect(await page.getByRole('option').count()).toBe(1)
  expect(page.url()).toContain('kind=failed')
  expect(errors).toEqual([])
})

test('the endpoint form sends only the changed fields, and can remove a secret', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.post('/sandbox/endpoints', { name: 'mine', secret: 'whsec_aGVsbG8gd29ybGQ=' })
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=mine`)
  const changed = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  // The socket may tell what was changed before its answer is there.
  const removed = changed()
  await page.getByRole('button', { name: 'Remove secret' }).click()
  await removed
  await page.getByRole('button', { name: 'Remove secret' }).waitFor({ state: 'detached' })
  await page.getByLabel('Scheme').selectOption('platform')
  const saved = changed()
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).request().postDataJSON()).toEqual({ scheme: 'platform' })
  const told = await sandbox.get<{ endpoint: unknown }>('/sandbox/endpoints/mine')
  expect(told.endpoint).toMatchObject({ scheme: 'platform', secret: null, reply: null })
  expect(errors).toEqual([])
})

test('an incomplete response is shown with its error', async () => {
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  const receiver = await startOddReceiver((socket) =>
    socket.end('HTTP/1.1 503 Busy\r\nX-Why: tired\r\nContent-Length: 100\r\n\r\nhalf of it'),
  )
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=attempts`)
  const attempts = page.locator('ol.timeline')
  await attempts.getByText(/^Response, incomplete: 10 bytes/).click()
  await attempts.locator('.request-line', { hasText: '503' }).filter({ hasText: 'connection' }).waitFor()
  await attempts
    .getByText(/^Headers \d+$/)
    .last()
    .click()
  await attempts.getByText('tired').waitFor()
  await attempts.locator('pre', { hasText: 'half of it' }).first().waitFor()
  expect(errors).toEqual([])
})

test('a waiting delivery is one row, whose attempts unfold by click and key', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  const receiver = await startReceiver([503, 503, 503, 200])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: ['4m', '4m', '4m'] })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.clock({ advance: '5m' })
  const { page, errors } = await open(`${sandbox.url}/?kind=deliveries`)
  const row = page.locator('.virtual-list').getByRole('option')
  const sign = row.locator('.row-sign')
  const attempts = page.locator('.row.attempt')
  await sign.getByText(/2 of 4 · next in \d min/).waitFor()
  expect(await attempts.count()).toBe(0)
  await row.getByTitle('Unfold').click()
  await attempts.nth(2).waitFor()
  await page.getByRole('option', { name: /attempts unfolded/ }).waitFor()
  // Folding opens no record.
  expect(new URL(page.url()).searchParams.get('open')).toBeNull()
  await page.getByRole('listbox').focus()
  await page.keyboard.press('j')
  await page.locator('.row.active').waitFor()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => attempts.count()).toBe(0)
  await page.getByRole('option', { name: /attempts folded/ }).waitFor()
  await page.keyboard.press('ArrowRight')
  await attempts.nth(2).waitFor()
  // They stay unfolded through the next attempts, and the row says how the delivery ended.
  await sandbox.clock({ advance: '5m' })
  await sign.getByText(/3 of 4 · next in \d/).waitFor()
  await attempts.nth(3).waitFor()
  await sandbox.clock({ advance: '5m' })
  await sign.getByText('4 attempts').waitFor()
  expect(await sign.textContent()).toContain('✓ 200')
  expect(await row.count()).toBe(1)
  await attempts.first().click()
  await page.getByRole('tab', { name: /Attempts/, selected: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(errors).toEqual([])
})

test('after a restart, row and detail count the interrupted attempt', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const real = realOutside()
  // What hangs is cut at once when a sandbox closes.
  const outside: Outside = { ...real, after: (ms, run) => real.after(ms === drainMs ? 0 : ms, run) }
  const before = await startSandbox({ data }, outside)
  const receiver = await startReceiver([() => {}])
  const { id } = await before.subscribe(receiver.url)
  await before.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 0 })
  await before.trigger('card.created', { count: 2 })
  await expect.poll(() => receiver.requests.length).toBe(2)
  // One of them gets the only place, and the other waits.
  await before.request('PATCH', `/sandbox/subscriptions/${id}`, { concurrency: 1 })
  await before.close()
  const sandbox = await startSandbox({ data }, outside)
  const { page, errors } = await open(`${sandbox.url}/?kind=deliveries`)
  await page.getByTitle('Unfold').click()
  await seen(page, /^attempt 2 due now$/)
  expect(await page.getByText(/^attempt 1 due now$/).count()).toBe(0)
  expect(errors).toEqual([])
})
