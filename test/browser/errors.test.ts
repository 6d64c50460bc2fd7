import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, editorText, writeAll } from './editor-text.ts'
import { chord, seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()
const start = () => startSandbox({ bare: false })

test('a code armed in the page applies to the next call, is counted, and is spent', async () => {
  const sandbox = await start()
  const { page, errors, elsewhere } = await open(`${sandbox.url}/errors?open=insufficient_funds`)
  await seen(page, '0 of 143 returned')
  // Where nothing is met, a meaning that is cut has the room up to the status, and one that is short leaves that in its column.
  const drawn = await page.locator('.row.error').evaluateAll((rows) =>
    rows.map((row) => {
      const at = (name: string) => row.querySelector(name)?.getBoundingClientRect()
      const status = at('.error-status')
      return { gap: (status?.left ?? 0) - (at('.error-meaning')?.right ?? 0), end: status?.right }
    }),
  )
  expect(Math.max(...drawn.map(({ gap }) => gap))).toBeLessThan(12)
  expect(new Set(drawn.map(({ end }) => end)).size).toBe(1)
  await page.getByLabel('Method').selectOption('GET')
  await page.getByLabel('Path', { exact: true }).fill('/webhooks*')
  const delay = page.getByLabel('Delay (ms)')
  await delay.fill('600001')
  await seen(page, 'Must be a whole number from 0 to 600000.')
  expect(await delay.getAttribute('aria-invalid')).toBe('true')
  await delay.fill('')
  await page.getByRole('button', { name: 'Arm insufficient_funds' }).click()
  const item = page.getByRole('list', { name: 'Armed errors' }).getByRole('listitem')
  await item.filter({ hasText: 'GET /webhooks* · once' }).filter({ hasText: 'fired 0 of 1' }).waitFor()

  const passed = await sandbox.call('POST', '/webhooks', {})
  expect(passed.body).toMatchObject({ Code: 'input_error' })
  const answered = await sandbox.call('GET', '/webhooks')
  expect(answered.body).toMatchObject({ Code: 'insufficient_funds' })
  await item.filter({ hasText: 'spent' }).filter({ hasText: 'fired 1 of 1' }).waitFor()
  await seen(page, '2 of 143 returned')
  await page.getByRole('link').filter({ hasText: 'GET /api/v0.1/webhooks' }).waitFor()

  await item.getByRole('button', { name: 'Disarm' }).click()
  await seen(page, 'None. Choose an error code')
  expect(await sandbox.get('/sandbox/armed-errors')).toMatchObject({ armed_errors: [] })
  expect(errors).toEqual([])
  expect(elsewhere).toEqual([])
})

test('arming an error that no call matches shows a warning, which disappears after a match', async () => {
  const sandbox = await start()
  const { page, errors } = await open(`${sandbox.url}/errors?open=insufficient_funds`)
  const form = page.locator('.split-detail form')
  const arm = form.getByRole('button', { name: 'Arm insufficient_funds' })
  await page.getByLabel('Method').selectOption('DELETE')
  await page.getByLabel('Path', { exact: true }).fill('/cards')
  await arm.click()
  await form
    .getByText('Armed. DELETE /cards matches no call of the platform; there is POST, GET at this path')
    .waitFor()
  expect(await wrongsOf(page)).toEqual([])
  await page.getByLabel('Method').selectOption('GET')
  await arm.click()
  await page.getByRole('list', { name: 'Armed errors' }).getByRole('listitem').nth(1).waitFor()
  // Told of what is armed by its socket, the page may not have its own answer yet.
  await form.getByText('Armed.').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('choosing an operation of a code arms the code there, and updates the curl command', async () => {
  const sandbox = await start()
  const { page, errors } = await open(`${sandbox.url}/errors?open=card_active`)
  await page.getByRole('button', { name: 'Arm at POST /cards/{card_id}/activate' }).click()
  expect(await page.getByLabel('Method').inputValue()).toBe('POST')
  expect(await page.getByLabel('Path', { exact: true }).inputValue()).toBe('/cards/{card_id}/activate')
  expect(await page.getByLabel('Method').getByRole('option').allTextContents()).toEqual([
    'any',
    'GET',
    'POST',
    'PATCH',
    'DELETE',
  ])
  await page.getByRole('button', { name: 'Arm card_active' }).click()
  const item = page.getByRole('list', { name: 'Armed errors' }).getByRole('listitem')
  await item.filter({ hasText: 'POST /cards/{card_id}/activate · once' }).waitFor()
  const answered = await sandbox.call('POST', '/cards/any/activate', {})
  expect(answered.body).toMatchObject({ Code: 'card_active' })

  await page.getByRole('button', { name: 'Arm at', pressed: true }).click()
  expect(await page.getByLabel('Path', { exact: true }).inputValue()).toBe('')

  await page.goto(`${sandbox.url}/errors?q=/core/transfer&open=auth_err`)
  await page.getByRole('option').filter({ hasText: 'insufficient_funds' }).waitFor()
  const last = page.getByRole('button', { name: 'Arm at POST /core/transfer' })
  expect(await last.isVisible()).toBe(false)
  await page.getByText(/^and \d+ more$/).click()
  await last.click()
  expect(await page.getByLabel('Path', { exact: true }).inputValue()).toBe('/core/transfer')

  await page.goto(`${sandbox.url}/errors?open=unknown`)
  await page.getByRole('heading', { name: 'unknown', exact: true }).waitFor()
  expect(await page.getByText('Returned by').count()).toBe(0)
  expect(errors).toEqual([])
})

test('the arm form keeps its input until armed, and starts fresh for similar calls', async () => {
  const sandbox = await start()
  await sandbox.call('GET', '/cards/none?page=2')
  const { page, errors } = await open(`${sandbox.url}/errors?open=card_dne`)
  const field = (label: string) => page.locator('.split-detail').getByLabel(label, { exact: true })
  const choose = (code: string) => page.getByRole('option').filter({ hasText: code }).first().click()
  await field('Path').fill('/cards/*')
  await choose('webhooks_err')
  await page.getByRole('button', { name: 'Arm webhooks_err' }).waitFor()
  expect(await field('Path').inputValue()).toBe('')
  await choose('card_dne')
  expect(await field('Path').inputValue()).toBe('/cards/*')

  await page.getByRole('button', { name: 'Arm without error code' }).click()
  await field('Status').fill('418')
  await writeAll(editorOf(page.locator('.split-detail'), 'Body'), 'short and stout')
  await choose('card_dne')
  await page.getByRole('button', { name: 'Arm card_dne' }).click()
  await page.getByRole('list', { name: 'Armed errors' }).getByRole('listitem').first().waitFor()
  await page.getByRole('button', { name: 'Arm without error code' }).click()
  expect(await field('Status').inputValue()).toBe('418')
  expect(await editorText(editorOf(page.locator('.split-detail'), 'Body'))).toBe('short and stout')
  await choose('card_dne')
  expect(await field('Path').inputValue()).toBe('')

  await page.getByRole('link', { name: 'Stream' }).click()
  await page.getByRole('option').filter({ hasText: 'GET /cards/none' }).click()
  await page.getByRole('button', { name: 'Arm a response' }).click()
  expect(await field('Path').inputValue()).toBe('/cards/none')
  expect(await field('Status').inputValue()).toBe('503')
  expect(errors).toEqual([])
})

test('search and filters are in the address, and one click clears them', async () => {
  const sandbox = await start()
  const { page, errors } = await open(`${sandbox.url}/errors?area=cards&reached=naturally`)
  const rows = page.getByRole('listbox').getByRole('option')
  await rows.first().waitFor()
  await page.getByRole('searchbox', { name: 'Search codes' }).fill('closed')
  await rows.filter({ hasText: 'closed_card' }).click()
  await page.waitForURL('**/errors?q=closed&area=cards&reached=naturally&open=closed_card')
  await page.reload()
  await page.getByRole('heading', { name: 'closed_card' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search codes' }).fill('spoon')
  await seen(page, /No code with\s+spoon\s+in cards, reached by a request/)
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.waitForURL('**/errors?open=closed_card')
  await page.getByRole('searchbox', { name: 'Search codes' }).fill('fork')
  await seen(page, 'No code with fork.')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByLabel('Returned to a call').selectOption('yes')
  await seen(page, 'No call has returned an error yet.')
  expect(errors).toEqual([])
})

test('a paused page holds back new codes', async () => {
  const sandbox = await start()
  const { page } = await open(`${sandbox.url}/errors?met=yes`)
  await seen(page, 'No call has returned an error yet.')
  await page.getByRole('heading', { name: 'Errors', exact: true }).click()
  await page.keyboard.press('p')
  await seen(page, 'stream paused')
  await sandbox.call('GET', '/webhooks', undefined, {})
  await seen(page, 'Paused. 1 new call with an error.')
  await page.locator('.empty').getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('option', { name: /auth_err/ }).waitFor()
  await seen(page, '1 of 143 returned')
})

test('a deliberate connection reset is named in the stream, never shown as 0', async () => {
  const sandbox = await start()
  const { page, errors } = await open(`${sandbox.url}/errors?open=new`)
  await page.getByLabel('Response', { exact: true }).selectOption('reset')
  await page.getByRole('button', { name: 'Arm', exact: true }).click()
  await seen(page, 'connection reset')
  await expect(sandbox.overSocket('GET', '/api/v0.1/webhooks')).rejects.toThrow()
  await seen(page, 'spent')
  await page.keyboard.press('Escape')
  await chord(page, 'g', 's')
  await page.getByRole('option').filter({ hasText: 'GET /webhooks' }).filter({ hasText: 'reset' }).click()
  await seen(page, /armed by arm_/)
  await page.getByRole('tab', { name: 'Response' }).click()
  await seen(page, /the sandbox reset the connection/)
  expect(errors).toEqual([])
})

test('a call with a requested error leads to the code, and g e to all codes', async () => {
  const sandbox = await start()
  await sandbox.call('GET', '/webhooks', undefined, {
    authorization: 'demo',
    identity: 'demo',
    'Sandbox-Error': 'card_dne',
  })
  const { page, errors } = await open(`${sandbox.url}/?kind=calls`)
  await page.getByRole('option').filter({ hasText: 'armed by header' }).click()
  await seen(page, 'armed by the Sandbox-Error header')
  await page.getByRole('link', { name: 'card_dne' }).click()
  await page.getByRole('heading', { name: 'card_dne' }).waitFor()
  expect(page.url()).toContain('/errors?open=card_dne')
  await chord(page, 'g', 's')
  await page.waitForURL((url) => url.pathname === '/')
  await chord(page, 'g', 'e')
  await page.waitForURL('**/errors')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/errors?open=*')
  expect(errors).toEqual([])
})

test('armed errors and a code break no accessibility rule', async () => {
  const sandbox = await start()
  await sandbox.post('/sandbox/armed-errors', { code: 'card_dne', path: '/cards/*', times: 1 })
  await sandbox.post('/sandbox/armed-errors', { status: 503 })
  const { page } = await open(sandbox.url)
  for (const view of [
    '/errors',
    '/errors?open=card_dne',
    '/errors?open=auth_err',
    '/errors?open=new',
    '/errors?q=spoon',
  ]) {
    await page.goto(`${sandbox.url}${view}`)
    await page.getByText('card_dne').first().waitFor({ state: 'attached' })
    expect(await wrongsOf(page), view).toEqual([])
  }
})

test.each(['/errors', '/endpoints', '/subscriptions', '/simulate', '/simulate/scenarios'])(
  'what an address at %s names and there is not is told with marks that turn its letters in code',
  async (view) => {
    const sandbox = await start()
    const { page } = await open(`${sandbox.url}${view}?open=${encodeURIComponent('a\u202Eb')}`)
    await seen(page, 'a[U+202E]b')
  },
)

test('no meaning of an error code is cut at 1440 px, with and without an open code', async () => {
  const sandbox = await start()
  const { page } = await open(`${sandbox.url}/errors`, { width: 1440, height: 900 })
  for (const path of ['/errors', '/errors?open=insufficient_funds']) {
    await page.goto(sandbox.url + path)
    await page.locator('.row.error').first().waitFor()
    const list = page.locator('.virtual-list')
    await list.focus()
    const seen = new Map<string, boolean>()
    for (let last = ''; ; ) {
      const drawn = await list
        .locator('.error-meaning')
        .evaluateAll((all) =>
          all.map((one) => [one.textContent, one.scrollHeight > one.clientHeight] as const),
        )
      for (const [meaning, isCut] of drawn) seen.set(meaning, isCut)
      const end = drawn.at(-1)?.[0] ?? ''
      if (end === last) break
      last = end
      await list.evaluate((box) => {
        box.scrollTop += box.clientHeight
      })
      // The list draws what it scrolled to in the next frame.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    }
    expect(seen.size).toBeGreaterThan(100)
    expect([...seen].filter(([, isCut]) => isCut)).toEqual([])
  }
})
