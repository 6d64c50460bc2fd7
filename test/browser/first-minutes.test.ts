import type { Route } from 'playwright-core'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()
const start = () => startSandbox({ bare: false })
type Page = Awaited<ReturnType<typeof open>>['page']

const strip = (page: Page) => page.getByRole('region', { name: 'First steps' })
const ticked = (page: Page, title: string) =>
  strip(page)
    .getByRole('listitem')
    .filter({ hasText: `${title} (done)` })
    .waitFor()

quick('the first steps complete one by one, and a receiver that refuses is confirmed', async () => {
  const sandbox = await start()
  const receiver = await startReceiver([200, 401])
  const { page, errors } = await open(`${sandbox.url}/`)
  await strip(page).getByLabel('URL of your receiver').fill(receiver.url)
  await strip(page).getByRole('button', { name: 'Subscribe' }).click()
  await ticked(page, 'Connect your receiver')

  await strip(page).getByRole('button', { name: 'Send card.created' }).click()
  await ticked(page, 'Send an event')

  await strip(page).getByRole('button', { name: 'Send a wrong signature' }).click()
  await ticked(page, 'Inject a fault')
  await strip(page)
    .getByText(/refused the request with HTTP 401/)
    .waitFor()
  const [first, second] = receiver.requests
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature'])
  await strip(page).getByRole('button', { name: 'Show the request' }).click()
  await page.waitForURL('**/*open=dlv_*tab=signature*')
  expect(errors).toEqual([])
})

test('a wrong signature reaches a receiver without an earlier delivery, and the result is shown', async () => {
  const sandbox = await start()
  const receiver = await startReceiver([503])
  const { page, errors } = await open(`${sandbox.url}/`, { width: 1280 })
  await strip(page).getByRole('button', { name: 'Send card.created' }).click()
  const third = strip(page).getByRole('button', { name: 'Send a wrong signature' })
  await third.waitFor()
  // All of it in one line, the step that is done out of turn left out.
  const first = strip(page).getByRole('button', { name: 'Subscribe' })
  expect((await third.boundingBox())?.y).toBe((await first.boundingBox())?.y)
  await strip(page).getByLabel('URL of your receiver').fill(receiver.url)
  await first.click()
  await ticked(page, 'Connect your receiver')
  await third.click()
  await strip(page)
    .getByText(/: HTTP 503\. The request was neither accepted nor refused\./)
    .waitFor()
  expect(receiver.requests).toHaveLength(1)
  expect(errors).toEqual([])
})

test('a receiver that accepts a wrong signature is reported by the strip and a banner', async () => {
  const sandbox = await start()
  const receiver = await startReceiver([200])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page } = await open(`${sandbox.url}/`)
  await ticked(page, 'Send an event')
  await strip(page).getByRole('button', { name: 'Send a wrong signature' }).click()
  await strip(page)
    .getByText(/accepted card\.created with tamper\(signature\)/)
    .waitFor()
  await seen(page, /accepted card\.created with tamper\(signature\)/)
})

test('the built-in receiver shows its capture and cause, and the step completes from elsewhere too', async () => {
  const sandbox = await start()
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/`)
  await strip(page).getByRole('button', { name: 'or use the built-in receiver' }).click()
  await ticked(page, 'Connect your receiver')
  await sandbox.post('/sandbox/events', { event: 'card.created', fault: 'wrong_secret' })
  await ticked(page, 'Inject a fault')
  await seen(page, /accepts every request/)

  const second = await open(`${sandbox.url}/`)
  await ticked(second.page, 'Inject a fault')
  // However little is left of it, it fills the room that is kept for it.
  const height = async (of: string) => (await second.page.locator(of).boundingBox())?.height
  expect(await height('.strip')).toBe(await height('.strip-place'))
  await strip(second.page).getByRole('button', { name: 'Dismiss' }).click()
  await strip(second.page).waitFor({ state: 'hidden' })
  await second.page.goto(`${sandbox.url}/settings`)
  await second.page.getByLabel('Show the first three steps above the stream').check()
  await second.page.goto(`${sandbox.url}/`)
  await strip(second.page).waitFor()
  expect(errors).toEqual([])
})

test('between phone and wide page the first steps do not overlap their dismiss button', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/`, { width: 620 })
  const dismiss = page.locator('.strip > button').last()
  const left = (await dismiss.boundingBox())?.x ?? 0
  const steps = await page
    .locator('.strip li :is(button, input)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(steps).not.toEqual([])
  for (const right of steps) expect(right).toBeLessThan(left)
})

test('steps appear only once their state is known, so that none moves the others', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe('http://127.0.0.1:9/hook')
  const { page } = await open('about:blank')
  const held: Route[] = []
  // Without the responses that come with the page.
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      const served = document.getElementById('served')
      if (served !== null) served.textContent = ''
    }),
  )
  await page.route('**/sandbox/subscriptions?*', (route) => void held.push(route))
  await page.goto(sandbox.url)
  // It comes together with the strip.
  await seen(page, 'Connected')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  expect(await strip(page).count()).toBe(0)
  for (const route of held) await route.continue()
  await ticked(page, 'Connect your receiver')
})
