import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { sentRight } from '../findings/refused.ts'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

async function start() {
  const sandbox = await startSandbox()
  return { sandbox, ...(await startSender(sandbox)) }
}

quick('the proved cause comes first, with the differing bytes, both values and the fix', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload, { signed: JSON.stringify(JSON.parse(payload)) })
  const { page, errors } = await open(`${sandbox.url}/?open=${id}`)
  await page.getByRole('heading', { name: 'Verification failed: reserialised' }).waitFor()
  await page.getByText(/^Proved: /).waitFor()
  const found = page.getByRole('listitem').filter({ hasText: 'reserialised' })
  await found.getByText(/differs at byte \d+/).waitFor()
  // The space behind the comma and the last digit of 10.50.
  expect(await found.locator('ins').allTextContents()).toEqual(['␣', '0'])
  await found.getByText('Full values').click()
  await found.getByText('Expected').waitFor()
  await found.getByRole('button', { name: 'Copy fix' }).waitFor()
  expect(errors).toEqual([])
})

test('without a proved cause the tab says so, and lists the search', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload, { signed: 'something else altogether' })
  const { page, errors } = await open(`${sandbox.url}/?open=${id}`)
  await seen(page, 'No cause is proved')
  await seen(page, /Tried 1 secret, [\d,]+ signatures\./)
  expect(await page.locator('.tried li').count()).toBeGreaterThan(3)
  expect(errors).toEqual([])
})

test('the signed string is coloured by the recipe of its scheme', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.getByRole('heading', { name: 'Signature verified' }).waitFor()
  // The recipe of the scheme may come later than the record.
  await expect
    .poll(() => page.locator('.legend span').allTextContents())
    .toEqual(['webhook-id', 'webhook-timestamp', `body as received, ${payload.length} bytes`])
  expect(await page.locator('.part.body').textContent()).toBe(payload)

  const headers = {
    'content-type': 'application/json',
    'x-slack-signature': 'v0=00',
    'x-slack-request-timestamp': '17',
  }
  await sandbox.post('/sandbox/endpoints', { name: 'slack', secret: 'shh', scheme: 'slack' })
  await fetch(`${sandbox.url}/in/slack`, { method: 'POST', headers, body: payload })
  await page.getByRole('option').filter({ hasText: '/in/slack' }).click()
  await page.locator('.signed').filter({ hasText: 'v0:17:{' }).waitFor()
  expect(await page.locator('.part.timestamp').textContent()).toBe('17')
  expect(errors).toEqual([])
})

test('the generated receiver uses the chosen language, which is remembered', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.getByRole('button', { name: 'Show a handler' }).click()
  await page.locator('.code').filter({ hasText: 'express' }).waitFor()
  await page.getByLabel('Language').selectOption('python-flask')
  await page.locator('.code').filter({ hasText: 'flask' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Show a handler' }).click()
  await page.locator('.code').filter({ hasText: 'flask' }).waitFor()
  expect(errors).toEqual([])
})

test('a failure to load languages is shown in place of the generated receiver', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload)
  const { page } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.route('**/catalogue/languages', (route) => route.abort())
  await page.getByRole('button', { name: 'Show a handler' }).click()
  await page.getByRole('alert').filter({ hasText: 'The sandbox did not answer.' }).waitFor()
})

test('a trial with another secret reports on that secret alone, and clears when the secret changes', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.getByText('Verify with another secret').click()
  const trial = page.locator('.verify-with')
  await trial.getByRole('button', { name: 'Verify' }).click()
  await trial.getByRole('heading', { name: 'verified' }).waitFor()
  await trial.getByLabel('Secret', { exact: true }).fill('whsec_bm90IHRoaXMgb25l')
  expect(await trial.getByRole('heading', { name: 'verified' }).count()).toBe(0)
  await trial.getByRole('button', { name: 'Verify' }).click()
  await trial.locator('.finding.bad').waitFor()

  // An answer that comes after all is none to what is asked by then.
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/sandbox/verify', async (route) => {
    await held
    await route.continue()
  })
  const came = page.waitForResponse('**/sandbox/verify')
  await trial.getByRole('button', { name: 'Verify' }).click()
  await trial.getByLabel('Secret', { exact: true }).fill('')
  answer()
  await came
  await trial.locator('button[aria-busy="false"]').getByText('Verify').waitFor()
  expect(await trial.locator('.finding').count()).toBe(0)
  expect(errors).toEqual([])
})

test('the tab identifies the mistake of a receiver that returns its computed signature', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([
    (response) => {
      const { headers = {}, body } = receiver.requests[0] ?? {}
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      response.writeHead(401).end(`expected ${createHmac('sha256', secret).update(signed).digest('base64')}`)
    },
  ])
  const { secret } = await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=signature`)
  await seen(page, sentRight)
  await seen(page, /^The secret of this request was used as plain text, prefix included\./)
  await seen(page, 'The key of this scheme: remove whsec_ and decode the rest as base64.')
  expect(await page.locator('.finding').getByText('Does it verify the raw body').count()).toBe(0)
  expect(errors).toEqual([])
})

test('a refusal with its own reason is shown on the delivery, without a secret hint on the tab', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([404])
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=answer`)
  await page.getByRole('button', { name: 'Why?' }).click()
  const [finding] = (await sandbox.delivery(deliveries[0]?.id ?? '')).findings
  await seen(page, `${finding?.detail} ${finding?.fix}`)
  expect(await page.getByText(sentRight).count()).toBe(0)
  expect(errors).toEqual([])
})

test('after a fault that a receiver may accept, the tab shows the result, even if the retry succeeded', async () => {
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual' })
  const receiver = await startReceiver([
    (response) => {
      const { headers = {}, body = '' } = receiver.requests[0] ?? {}
      const parsed = JSON.stringify(JSON.parse(`${body}`))
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${parsed}`
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      response.writeHead(401).end(createHmac('sha256', key).update(signed).digest('base64'))
    },
    200,
    200,
  ])
  const { secret } = await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'reserialise' })
  await sandbox.settle()
  await sandbox.clock({ advance: '1h' })
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=signature`)
  await page.getByRole('heading', { name: 'Your receiver answered 401 Unauthorized to attempt 1' }).waitFor()
  await seen(page, 'Sent on purpose with reserialise')
  await seen(page, sentRight)
  await seen(page, 'Your receiver came to the signature')

  // Half of a body is refused with good reason, here by Node itself.
  const half = await sandbox.trigger('card.created', { fault: 'truncate(50%)' })
  await sandbox.settle()
  await page.goto(`${sandbox.url}/?open=${half.deliveries[0]?.id}&tab=signature`)
  await seen(page, 'Cut short on purpose')
  expect(await page.getByText(sentRight).or(page.getByText('Checking the signature')).count()).toBe(0)

  // Of one that was taken, the signature does not fit what stands there as signed.
  const { deliveries: taken } = await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  await page.goto(`${sandbox.url}/?open=${taken[0]?.id}&tab=signature`)
  await seen(page, /accepted, but your receiver should refuse it/)
  await seen(page, 'Tampered on purpose: one byte of the body')
  expect(errors).toEqual([])
})

test('during a rotation the tab says that the previous secret also signed', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([401])
  const { id, secret } = await sandbox.subscribe(receiver.url)
  const { page, errors } = await open(`${sandbox.url}/`)
  const tabOfNext = async () => {
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.settle()
    await page.goto(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=signature`)
    await seen(page, sentRight)
  }
  const beside = page.getByText('a second signature')
  await tabOfNext()
  expect(await beside.count()).toBe(0)
  await sandbox.post(`/sandbox/subscriptions/${id}/rotate-secret`, { overlap: '10m' })
  await tabOfNext()
  expect(await beside.innerText()).toContain(`${secret.slice(-4)}.`)
  expect(await page.content()).not.toContain(secret)
  expect(errors).toEqual([])
})

test('a signature that the sandbox spoilt on purpose is shown as such, without a cause', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
  await sandbox.settle()
  const { id, verdict } = await sandbox.newestCapture()
  expect(verdict.result).toBe('failed')
  const { page, errors } = await open(`${sandbox.url}/?open=${id}`)
  await page.locator('.on-purpose').getByText('Tampered on purpose').waitFor()
  await page.getByRole('tab', { name: 'Signature', selected: true }).waitFor()
  await page.getByRole('heading', { name: 'Checks' }).waitFor()
  expect(await page.locator('.finding, .causes').count()).toBe(0)
  expect(errors).toEqual([])
})
