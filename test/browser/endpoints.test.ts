import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, hasFocus, writeAll } from './editor-text.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()

const post = (url: string, body = '{}') =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
const statuses = async (url: string, count: number) => {
  const found = []
  for (let i = 0; i < count; i++) found.push((await post(url)).status)
  return found
}

test('a new endpoint replies in steps', async () => {
  const sandbox = await startSandbox()
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=new`)
  await page.getByLabel('Name', { exact: true }).fill('steps')
  await page.getByRole('textbox', { name: 'Status' }).fill('503')
  await page.getByRole('button', { name: 'Reply in steps' }).click()
  await page.getByText('From request 2 on').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: '/in/steps' }).waitFor()
  expect(await statuses(`${sandbox.url}/in/steps`, 3)).toEqual([503, 200, 200])
  expect(errors).toEqual([])
})

test('a step stays open while its status is typed, even when incomplete', async () => {
  const sandbox = await startSandbox()
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=new`)
  await page.getByRole('button', { name: 'Reply in steps' }).click()
  await page.getByText('Request 1:').click()
  const status = page.getByRole('textbox', { name: 'Status' }).first()
  await status.fill('5')
  await seen(page, /From request 2 on/)
  await page.locator('[aria-invalid="true"]').waitFor()
  await status.pressSequentially('03')
  await page.locator('[aria-invalid="true"]').waitFor({ state: 'detached' })
  expect([await status.isVisible(), await status.inputValue()]).toEqual([true, '503'])
  expect(errors).toEqual([])
})

test('rules match requests and fill in a template', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'mine' })
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=mine`)
  await page.getByRole('button', { name: 'Match rules' }).click()
  await page.getByLabel('JSON values').fill('data.amount = 10')
  const rule = page.getByRole('listitem').filter({ hasText: 'Rule 1' })
  await rule.getByLabel('Status').fill('422')
  await rule.getByRole('checkbox', { name: /^Template/ }).check()
  await writeAll(editorOf(rule, 'Body'), '{"got": {{json.data.amount}}, "what": {{evnt}}}')
  await seen(page, /did you mean {{event}}/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => hasFocus(editorOf(rule, 'Body'))).toBe(true)
  await writeAll(editorOf(rule, 'Body'), '{"got": {{json.data.amount}}}')
  await seen(page, /^npx webhook-sandbox endpoint set mine/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('replies by 1 rule').waitFor()
  const met = await post(`${sandbox.url}/in/mine`, '{"data":{"amount":10}}')
  expect([met.status, await met.json()]).toEqual([422, { got: 10 }])
  expect((await post(`${sandbox.url}/in/mine`)).status).toBe(200)
  expect(errors).toEqual([])
})

test('requests are forwarded to an address, within a rate limit', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([202])
  await sandbox.post('/sandbox/endpoints', { name: 'tap' })
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=tap`)
  await page.getByLabel('Forward to').fill('localhost:3000')
  await seen(page, /is not a URL/)
  await page.getByLabel('Forward to').fill(receiver.url)
  await page.getByLabel('Rate limit').fill('2')
  await page.getByLabel('Period').fill('1h')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).request().postDataJSON()).toEqual({
    forward_to: [receiver.url],
    rate_limit: { limit: 2, per: '1h' },
  })
  expect(await statuses(`${sandbox.url}/in/tap`, 3)).toEqual([202, 202, 429])
  expect(receiver.requests).toHaveLength(2)
  await page.getByRole('button', { name: 'Show captures' }).click()
  await page.getByRole('option').last().click()
  await page.getByRole('tab', { name: 'Response 1' }).click()
  await page.getByRole('listitem').filter({ hasText: 'forwarded' }).filter({ hasText: '202' }).waitFor()
  await seen(page, /answered 202, forwarded/)
  expect(errors).toEqual([])
})

test('typed input survives a change by another client, and untouched fields follow it', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'orders' })
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=orders`)
  await page.getByLabel('Forward to').fill('http://localhost:3000/mine')
  await sandbox.request('PATCH', '/sandbox/endpoints/orders', {
    rate_limit: { limit: 8, per: '1s' },
    reply: { status: 201 },
  })
  await page.getByText(/replies 201/).waitFor()
  const shown = () =>
    Promise.all(
      ['Forward to', 'Rate limit', 'Status'].map((name) => page.getByRole('textbox', { name }).inputValue()),
    )
  expect(await shown()).toEqual(['http://localhost:3000/mine', '8', '201'])
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).request().postDataJSON()).toEqual({ forward_to: ['http://localhost:3000/mine'] })
  await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' })
  await sandbox.request('PATCH', '/sandbox/endpoints/orders', { forward_to: [] })
  await page.getByText(/forwards to/).waitFor({ state: 'detached' })
  expect(await shown()).toEqual(['', '8', '201'])
  expect(errors).toEqual([])
})

test('the form breaks no accessibility rule', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', {
    name: 'mine',
    reply: {
      rules: [{ when: { event: 'card.*' }, reply: [{ status: 503 }, { template: '{{event}}' }] }],
      otherwise: [{ outcome: 'reset' }, { status: 204 }],
    },
    rate_limit: { limit: 5, per: '1s' },
  })
  for (const name of ['new', 'mine']) {
    const { page } = await open(`${sandbox.url}/endpoints?open=${name}`)
    await page.getByLabel('Scheme').waitFor()
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true
    })
    await page.getByLabel('Rate limit').fill('none')
    await seen(page, /Must be a whole number/)
    expect(await wrongsOf(page), name).toEqual([])
  }
})

test.each([
  ['subscriptions', /No such subscription/, 'Subscribe'],
  ['endpoints', /No endpoint \/in\/gone/, 'New endpoint'],
])('a link to one of the %s that is gone says so, and leads on', async (place, words, button) => {
  const sandbox = await startSandbox()
  const { page, errors } = await open(`${sandbox.url}/${place}?open=gone`)
  await seen(page, words)
  await page.getByRole('main').locator('.empty').getByRole('button', { name: button }).click()
  await page.waitForURL(/open=new/)
  expect(errors).toEqual([])
})

test('the hint of a field is read out with its name', async () => {
  const sandbox = await startSandbox()
  const { page } = await open(`${sandbox.url}/endpoints?open=new`)
  const described = async (name: string) => {
    const id = await page.getByRole('textbox', { name, exact: true }).getAttribute('aria-describedby')
    return page.locator(`[id="${id}"]`).textContent()
  }
  expect(await described('Name')).toContain('/in/name')
  expect(await described('Forward to')).toMatch(/^One URL per line/)
})
