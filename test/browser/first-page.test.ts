import { join } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { quick, test } from '../helpers/long.ts'
import { startProgram } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()
const start = () => startSandbox({ bare: false })

quick(
  'one click on an empty page shows delivery, capture and a green verdict, and a reload keeps it all',
  async () => {
    const sandbox = await start()
    const { page, errors, elsewhere } = await open(`${sandbox.url}/`)
    await seen(page, 'No activity yet.')
    await seen(page, 'live')

    await page.getByRole('button', { name: 'Send card.created' }).first().click()
    await page
      .getByRole('heading', { name: 'Signature verified' })
      .or(page.getByText('Signature verified'))
      .first()
      .waitFor()
    const rows = page.getByRole('row').or(page.getByRole('option'))
    const before = await rows.allTextContents()
    expect(before.filter((text) => text.includes('card.created')).length).toBe(3)
    expect(before.join()).toContain('verified')
    expect(page.url()).toContain('open=cap_')

    await page.reload()
    await seen(page, 'Signature verified')
    await expect.poll(() => rows.allTextContents()).toEqual(before)
    expect(errors).toEqual([])
    expect(elsewhere).toEqual([])
  },
)

quick(
  'what happens elsewhere appears by itself: a call, an event, a failed delivery with its next attempt',
  async () => {
    const sandbox = await start()
    const receiver = await startReceiver([503])
    const { page, errors } = await open(`${sandbox.url}/`)
    await seen(page, 'live')
    await sandbox.subscribe(receiver.url)
    await seen(page, 'POST /webhooks')
    await sandbox.trigger('kyc.verification.success')
    await seen(page, '503')
    await seen(page, /waiting|again|attempt 2/i)
    expect(errors).toEqual([])
  },
)

test('a subscription made with the form receives the event sent with the form', async () => {
  const sandbox = await start()
  const receiver = await startReceiver()
  const { page, errors } = await open(`${sandbox.url}/subscriptions`)
  await page.getByLabel('URL').first().fill(receiver.url)
  await page.getByLabel('Events').fill('kyc.*')
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).last().click()
  await seen(page, /kyc\.\*/)

  await page.goto(`${sandbox.url}/simulate`)
  await page.getByText('kyc.verification.failure').first().click()
  await page.getByRole('button', { name: 'Send kyc.verification.failure' }).click()
  await sandbox.waitFor('kind=delivery&event=kyc.verification.failure&state=succeeded&count=2')
  expect(receiver.requests).toHaveLength(1)
  expect(errors).toEqual([])
})

test('a lost socket is reported, and reconnects with the missed records', async () => {
  const folder = ownFolder()
  const first = await startProgram(['--port', '0', '--data', join(folder, 'test.db')])
  const { page } = await open(`${first.url}/subscriptions`)
  await seen(page, 'live')
  first.process.kill('SIGKILL')
  await first.ended
  await seen(page, 'Disconnected')

  const again = await startProgram(['--port', new URL(first.url).port, '--data', join(folder, 'test.db')])
  const trigger = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  }
  await fetch(`${again.url}/sandbox/events`, trigger)
  await seen(page, 'live')
  await page.getByRole('link', { name: /^Stream/ }).click()
  await page.getByRole('option').filter({ hasText: 'card.created' }).first().waitFor()
})
