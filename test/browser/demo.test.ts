import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Run, Subscription } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, violationsOf } from './open-page.ts'
import { startSender } from './senders.ts'

const open = useBrowser()

const short = `title: Three events
steps:
  - name: the_first-card
    event: card.created
  - name: the_second-card
    event: card.created
  - name: the_third-card
    event: card.created
`
async function startWithScenario() {
  const folder = ownFolder()
  writeFileSync(join(folder, 'three-events-of-cards.yaml'), short)
  return startSandbox({ scenarios: folder, bare: false })
}

test('a link opens a demo without starting it, and a running demo captions each step and shows its newest record', async () => {
  const sandbox = await startWithScenario()
  const { page, errors } = await open(`${sandbox.url}/?demo=three-events-of-cards&pace=slow&sight=stream`)
  const bar = page.getByRole('region', { name: 'Demo' })
  await bar.getByRole('button', { name: 'Play' }).waitFor()
  expect(await sandbox.get('/sandbox/runs')).toHaveProperty('runs.length', 0)
  expect(
    await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize)),
  ).toBeGreaterThanOrEqual(18)

  await bar.getByRole('button', { name: 'Play' }).click()
  await bar.getByRole('progressbar').waitFor()
  await page.keyboard.press(' ')
  await bar.getByRole('button', { name: 'Continue' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await bar.getByText('Step 1 of 3: The first card').waitFor()
  await page.waitForURL('**/?*open=*')
  const shown = page.url()
  const row = page.getByRole('option').first()
  expect((await row.boundingBox())?.height).toBe(40)
  // Only the run is on stage.
  for (const hidden of ['.rail', '.palette-field', '.status-bar', '.split-detail .acts'])
    await page.locator(hidden).first().waitFor({ state: 'hidden' })
  for (const button of await page.locator('.split-detail .takes button').all())
    await button.waitFor({ state: 'hidden' })
  // The name of the receiver shrinks before the meaning of the event.
  const [means, receiver] = await Promise.all(
    ['.row-means', '.row-about'].map((part) => page.locator(`.row.delivery ${part}`).first().boundingBox()),
  )
  expect(means?.width).toBeGreaterThan(2 * (receiver?.width ?? 0))
  await page.keyboard.press('ArrowRight')
  await bar.getByText('Step 2 of 3: The second card').waitFor()
  await page.waitForURL((url) => `${url}` !== shown)
  expect(await violationsOf(page)).toEqual([])

  await page.keyboard.press('ArrowLeft')
  await bar.getByText('Step 1 of 3: The first card').waitFor()
  await page.waitForURL(shown)
  await bar.getByRole('button', { name: 'Continue' }).waitFor()
  await page.keyboard.press(' ')
  await bar.getByRole('button', { name: 'Pause' }).waitFor()
  await page.keyboard.press('n')
  await bar.getByRole('note').waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await bar.getByRole('button', { name: 'Play' }).waitFor()
  await expect
    .poll(async () => (await sandbox.get<{ runs: Run[] }>('/sandbox/runs')).runs.map(({ state }) => state))
    .toEqual(['stopped'])
  expect(errors).toEqual([])
})

test('demo mode hides secrets in JSON, bytes and fields', async () => {
  const sandbox = await startSandbox({ bare: true })
  const body = JSON.stringify({ password: 'hunter2-abc', card: { refresh_token: 'rt-998877' } })
  await sandbox.request('POST', '/in/demo?token=in-the-line', body, {
    authorization: 'Bearer of-the-header',
  })
  const { id } = await sandbox.newestCapture()
  const { page } = await open(`${sandbox.url}/settings`)
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  const told = async () => {
    const fields = await page
      .locator('textarea, input')
      .evaluateAll((all) =>
        all.map((one) =>
          one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : '',
        ),
      )
    const text = `${await page.getByRole('main').innerText()}${fields.join(' ')}`
    return ['hunter2', '68 75 6e 74', 'rt-9988', 'in-the-line', 'of-the-header'].filter((one) =>
      text.includes(one),
    )
  }
  await page.goto(`${sandbox.url}/?open=${id}&tab=request`)
  await seen(page, '"password"')
  expect(await told()).toEqual([])
  for (const look of ['Raw', 'Hex']) {
    await page.getByRole('button', { name: look, exact: true }).click()
    expect(await told(), look).toEqual([])
  }
  await page.getByRole('tab', { name: 'Replay' }).click()
  await page.getByText('Edit request').click()
  await seen(page, 'This field contains secrets. Leave demo mode to edit the field.')
  expect(await told()).toEqual([])
})

test('a call hides the secret in its address in lists, headings and drawings', async () => {
  const sandbox = await startSandbox({ bare: true })
  await sandbox.call('GET', '/cards?access_token=in-the-line')
  const { calls } = await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls')
  const { page, errors } = await open(`${sandbox.url}/settings`)
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  const shown = [
    ['/lanes', page.getByRole('button', { name: /calls GET .*access_token=•/ })],
    [`/?open=${calls[0]?.id}&tab=related`, page.getByRole('heading', { name: /access_token=•/ })],
    [`/?open=${calls[0]?.id}&tab=request`, page.locator('.request-line').getByText(/access_token=/)],
  ] as const
  for (const [address, part] of shown) {
    await page.goto(sandbox.url + address)
    await part.first().waitFor()
    expect(await page.locator('body').evaluate((body) => body.outerHTML), address).not.toContain(
      'in-the-line',
    )
  }
  expect(errors).toEqual([])
})

test('demo mode hides secrets in a filter and its messages', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  const secret = subscriptions[0]?.secret ?? ''
  const { page, errors } = await open(`${sandbox.url}/settings`)
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  await page.goto(`${sandbox.url}/?q=${encodeURIComponent(`${secret} token:${secret}`)}`)
  await seen(page, /searched for the text token:whsec_•••/)
  await seen(page, 'No records with whsec_••••••••••••••••')
  // The tools are out of sight then; what they hold is masked all the same.
  await page.getByTitle('Edit whsec_••••••••••••••••').waitFor({ state: 'attached' })
  expect(
    await page
      .locator('#search')
      .evaluate((field) => getComputedStyle(field).getPropertyValue('-webkit-text-security')),
  ).toBe('disc')
  expect(await page.locator('.chips').evaluate((chips) => chips.outerHTML)).not.toContain(secret)
  expect(await page.locator('body').innerText()).not.toContain(secret)
  expect(errors).toEqual([])
})

test('demo mode hides secrets in address fields, and saves none masked', async () => {
  const sandbox = await startSandbox({ bare: true })
  const receiver = await startReceiver()
  const url = `${receiver.url}?token=supersecret`
  const { id } = await sandbox.subscribe(url)
  await sandbox.post('/sandbox/endpoints', { name: 'tap', forward_to: [url] })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const [delivery] = await sandbox.deliveries()
  const { page, errors } = await open(`${sandbox.url}/settings`)
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  const fields = page.locator('textarea, input')
  const addresses = [`/subscriptions?open=${id}`, '/endpoints?open=tap', `/?open=${delivery?.id}&tab=resend`]
  for (const address of addresses) {
    await page.goto(sandbox.url + address)
    await page.getByText('This field contains secrets. Leave demo mode to edit the field.').waitFor()
    const values = fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    const told = `${await page.getByRole('main').innerText()}${(await values).join(' ')}`
    expect(told, address).not.toContain('supersecret')
  }
  await page.goto(`${sandbox.url}/subscriptions?open=${id}`)
  await page.getByLabel('Description').fill('told on stage')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' })
  const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  expect(subscriptions).toMatchObject([{ url, description: 'told on stage' }])
  expect(errors).toEqual([])
})

test('demo mode denies access to secrets, and leaving it restores the page', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { subscriptions } = await sandbox.get<{ subscriptions: { id: string; secret: string }[] }>(
    '/sandbox/subscriptions',
  )
  const [{ id, secret } = { id: '', secret: '' }] = subscriptions
  const { page } = await open(`${sandbox.url}/settings?tab=demo`)
  await page.getByLabel(/^Large type, no secrets/).check()
  await page.goto(`${sandbox.url}/subscriptions?open=${id}`)
  await seen(page, 'whsec_••••••••••••••••')
  expect(await page.getByRole('button', { name: /^Show the secret/ }).count()).toBe(0)
  expect(await page.getByRole('main').innerText()).not.toContain(secret.slice(-6))
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Leave demo mode' }).click()
  await page.getByRole('button', { name: /^Show the secret/ }).click()
  await seen(page, secret)
})

test('in demo mode event names stay complete where room is short, and the time shrinks', async () => {
  const sandbox = await startSandbox({ bare: false })
  for (const event of ['account.statements.late_payment', 'kyc.verification.under_review'])
    await sandbox.trigger(event, { fault: 'duplicate(2)' })
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/settings`, { width: 1440, height: 900 })
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  await page.goto(`${sandbox.url}/?kind=deliveries`)
  await page.getByRole('region', { name: 'Demo' }).waitFor()
  await page.locator('.row-name').first().waitFor()
  const cut = () =>
    page
      .locator('.row-name > .cut-whole')
      .evaluateAll((names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      )
  await expect.poll(cut).toEqual([])
  expect(errors).toEqual([])
})

test('demo mode enlarges the finding, and no text overlaps', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { id } = await (await startSender(sandbox)).send('{"a":1}', { signed: '{"a":2}' })
  const { run } = await sandbox.post<{ run: Run }>('/sandbox/scenarios/kyc-fails/run', {})
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/settings`, { width: 1440 })
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  const sizeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  await page.goto(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.locator('.finding h3').waitFor()
  expect(await sizeOf('.finding h3')).toBeGreaterThan(await sizeOf('.finding p'))
  await page.goto(`${sandbox.url}/simulate/scenarios?open=${run.id}`)
  await page.locator('.facts dt', { hasText: 'checks_take' }).waitFor()
  /** The words that leave less room than this behind them in what holds them, px. */
  const tooWide = (selector: string, room: number) =>
    page.locator(selector).evaluateAll((all, room) => {
      const widthOf = (one: Element) => {
        const letters = document.createRange()
        letters.selectNodeContents(one)
        return letters.getBoundingClientRect().width
      }
      return all.filter((one) => widthOf(one) + room > one.clientWidth).map((one) => one.textContent)
    }, room)
  expect(await tooWide('.step-kind, .facts dt', 0)).toEqual([])
  await sandbox.post('/sandbox/traffic', { rate: 1, count: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${sandbox.url}/simulate/traffic`)
  await page.locator('.tally dt', { hasText: 'succeeded' }).waitFor()
  expect(await tooWide('.tally dt', 6)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 800 })
  // As wide as it is drawn, what is written at the chart is no smaller than the least of the page.
  expect(await sizeOf('.rate-chart text')).toBeGreaterThan(13)
  await page.goto(`${sandbox.url}/simulate/clock`)
  await page.locator('.clock-face').waitFor()
  expect(await sizeOf('.clock-face time')).toBeGreaterThan(1.5 * (await sizeOf('.pane-title')))
})

test('in demo mode the names of signature headers stay on one line', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/settings`, { width: 1920 })
  await page.evaluate(() => localStorage.setItem('webhook-sandbox.demo-mode', 'true'))
  await page.goto(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=request`)
  await page.getByText(/^Headers \d+$/).click()
  await page.locator('dt', { hasText: 'webhook-signature' }).waitFor()
  const broken = await page.locator('dt').evaluateAll((names) =>
    names
      .filter((name) => {
        const letters = document.createRange()
        letters.selectNodeContents(name)
        return letters.getClientRects().length > 1
      })
      .map((name) => name.textContent),
  )
  expect(broken).toEqual([])
})
