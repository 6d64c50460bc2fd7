import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'
import { startSender } from './senders.ts'

const open = useBrowser()

test('at 1280 px the acts of a delivery and a capture fit one line, and no time breaks', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { send } = await startSender(sandbox)
  const { id } = await send('{}')
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { status: 503 } })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { deliveries } = await sandbox.get<{ deliveries: { id: string; state: string }[] }>(
    '/sandbox/deliveries',
  )
  expect(deliveries.map(({ state }) => state)).toEqual(['retrying', 'succeeded'])
  const { page } = await open('about:blank', { width: 1280 })
  for (const thing of [id, ...deliveries.map(({ id }) => id)]) {
    await page.goto(`${sandbox.url}/?open=${thing}&tab=attempts`)
    await page.locator('.takes').getByText('Link').waitFor()
    for (const line of ['.acts button', '.takes button']) {
      const middles = await page
        .locator('.thing-head')
        .locator(line)
        .evaluateAll((all) =>
          all.map((one) => {
            const { top, height } = one.getBoundingClientRect()
            return Math.round((top + height / 2) / 4)
          }),
        )
      expect(new Set(middles).size).toBe(1)
    }
  }
  const measures = page.locator('.timeline .measured')
  const held = await measures.allTextContents()
  expect(held).toContainEqual(expect.stringMatching(/^[\d.]+ ms$/))
  expect(held).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d [\d:.]+ UTC$/))
  // As narrow as it may get, number and unit stay together, and a date with its time.
  await page.locator('.timeline').evaluate((one: HTMLElement) => one.style.setProperty('width', '0'))
  const lines = await measures.evaluateAll((all) => all.map((one) => one.getClientRects().length))
  expect(lines.every((count) => count === 1)).toBe(true)
})

test('overlapping left-out parts are reported once', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { send } = await startSender(sandbox)
  const body = '{"type":"invoice.paid","amount":10.50,"name":"Ada","id":"in_1"}'
  const { id } = await send(body, { signed: JSON.stringify(JSON.parse(body)) })
  const { page } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  const gaps = page.locator('.difference .gap')
  await gaps.last().waitFor()
  // However narrow the pane is.
  const lines = await page.locator('.difference .bytes').evaluate((pre) => {
    const broken = []
    for (let width = 320; width > 200; width -= 4) {
      pre.style.width = `${width}px`
      for (const one of pre.querySelectorAll('.gap')) {
        const text = document.createRange()
        text.selectNodeContents(one)
        if (new Set([...text.getClientRects()].map(({ top }) => top)).size > 1) broken.push(width)
      }
    }
    return broken
  })
  expect(lines).toEqual([])
})

test('one byte and one event use the singular', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { send } = await startSender(sandbox)
  const body = '{"type":"invoice.paid","amount":10.50,"name":"Ada","id":"in_"}'
  const { id } = await send(body, { signed: JSON.stringify(JSON.parse(body)) })
  const { page } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  await page.locator('.difference .gap').last().waitFor()
  expect(await page.locator('.difference .gap').last().innerText()).toBe('… 1 byte …')
  await sandbox.post('/sandbox/traffic', { rate: 1, count: 1 })
  await page.goto(`${sandbox.url}/simulate/traffic`)
  await page.getByText(/, at most 1 event\./).waitFor()
})

test('at 1280 px the conditions of a rule align, with labels on one line', async () => {
  const sandbox = await startSandbox()
  const rules = [{ when: { method: 'GET' }, reply: { status: 204 } }]
  await sandbox.post('/sandbox/endpoints', { name: 'rules', reply: { rules } })
  const { page } = await open(`${sandbox.url}/endpoints?open=rules`, { width: 1280 })
  const tops = []
  for (const name of ['Method', 'Path', 'Event', 'Verdict'])
    tops.push((await page.getByLabel(name, { exact: true }).boundingBox())?.y)
  expect(new Set(tops).size).toBe(2)
})
