import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { rightAnswer, secret, startAnswering } from '../check/world.ts'
import { quick, sample, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()
/** In the quick form test/browser/every-view.test.ts judges the form of a check, which takes as long as the check itself. */
const wrongsInLongForm = sample(async () => [], wrongsOf)

quick('the failures of a receiver are found, and their deliveries and reports are at hand', async () => {
  const sandbox = await startSandbox()
  // Accepts everything.
  const receiver = await startReceiver([200])
  const { page, errors } = await open(`${sandbox.url}/check/new`)
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  await page.getByLabel('Secret', { exact: true }).fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  for (const group of ['Tolerance', 'Delivery', 'Effects'])
    await page.getByRole('checkbox', { name: group }).uncheck()
  await page.getByRole('button', { name: 'Start check' }).click()
  await page.waitForURL('**/check/chk_*')
  const address = page.url()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  const problem = page.locator('.probe').filter({ hasText: 'rejects-unsigned' }).first()
  await problem.locator('summary').click()
  for (const name of ['Sent', 'Expected', 'Got', 'Why', 'Fix', 'Deliveries'])
    await problem.getByText(name, { exact: true }).waitFor()
  for (const summary of await page.locator('.check-group > summary').all()) await summary.click()
  expect(await wrongsInLongForm(page)).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'JUnit' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^chk_\w+\.xml$/)

  await problem.getByRole('link', { name: /^dlv_/ }).click()
  await page.waitForURL('**/?run=chk_*&open=dlv_*')
  await page.getByText('Sent by the check').getByText('rejects-unsigned').waitFor()
  expect(await page.locator('.banner').count()).toBe(0)
  expect(await wrongsInLongForm(page)).toEqual([])
  await page.getByRole('button', { name: 'Show check' }).click()
  await page.waitForURL(address)
  await page.getByRole('button', { name: 'Edit options' }).click()
  await page.waitForURL('**/check/new')
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe(receiver.url)
  expect(await page.getByRole('checkbox', { name: 'Bytes' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Tolerance' }).isChecked()).toBe(false)
  expect(errors).toEqual([])
})

// The quick form has it without a browser, in test/ui/check.test.ts.
test('a mended probe runs again in its row, and a whole check as a new one', async () => {
  const sandbox = await startSandbox()
  let isMended = false
  const receiver = await startAnswering((asked) => (isMended ? rightAnswer(asked) : 200))
  const { page, errors } = await open(`${sandbox.url}/check/new`)
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  await page.getByLabel('Secret', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'None' }).click()
  await page.getByText('0 of 15', { exact: true }).click()
  for (const id of ['rejects-unsigned', 'rejects-stale'])
    await page.getByRole('checkbox', { name: id }).check()
  await page.getByText('More options').click()
  await page.getByLabel('Timeout (ms)').fill('3000')
  expect(await wrongsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Start check' }).click()
  await page.waitForURL('**/check/chk_*')
  const address = page.url()
  await seen(page, /2 problems\. Your receiver/)
  isMended = true
  await page.getByRole('button', { name: 'Run again: rejects-unsigned' }).click()
  // One problem is left, and the address is the same.
  await seen(page, /1 problem\. Your receiver/)
  expect(page.url()).toBe(address)
  expect(await wrongsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/check/chk_') && url.href !== address)
  await seen(page, /No problem\. Your receiver passes 3 probes/)
  await page.getByText('Timeout', { exact: true }).waitFor()
  expect(errors).toEqual([])
})

test('a check of a subscription turns its probes in place, and can be stopped', async () => {
  const sandbox = await startSandbox()
  const held: (() => void)[] = []
  let isHolding = false
  // Answers nothing from the second request on, until the test lets it.
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => (isHolding ? held.push(() => response.end()) : response.end()))
    if (request.method === 'POST') isHolding = true
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const id = await sandbox.subscribe(url)
  const { page, errors } = await open(`${sandbox.url}/subscriptions?open=${id.id}`)
  await page.getByRole('button', { name: 'Check this receiver' }).click()
  await page.waitForURL('**/check/new?subscription=*')
  await page.getByRole('button', { name: 'Start check' }).click()
  await page.waitForURL('**/check/chk_*')
  await page.getByRole('img', { name: 'Pending' }).first().waitFor()
  await page.getByRole('progressbar').waitFor()
  expect(await wrongsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  await seen(page, /stopped/)
  for (const answer of held) answer()
  // The address alone opens the check.
  await page.reload()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  expect(errors).toEqual([])
})

test('without a secret the check shows one, and waits until the receiver accepts a delivery', async () => {
  const sandbox = await startSandbox()
  let status = 401
  const receiver = await startReceiver([(response) => void response.writeHead(status).end()])
  const { page, errors } = await open(`${sandbox.url}/check/new`)
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  for (const group of ['Bytes', 'Tolerance', 'Delivery', 'Effects'])
    await page.getByRole('checkbox', { name: group }).uncheck()
  await page.getByRole('button', { name: 'Start check' }).click()
  await seen(page, 'Set this secret in your receiver:')
  expect(await page.locator('.secret code').textContent()).toMatch(/^whsec_•+/)
  await seen(page, 'The receiver does not accept a valid delivery. HTTP 401 Unauthorized: refused.')
  status = 200
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  expect(errors).toEqual([])
})
