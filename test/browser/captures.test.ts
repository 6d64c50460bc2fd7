import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

async function start() {
  const sandbox = await startSandbox()
  return { sandbox, ...(await startSender(sandbox)) }
}

quick('rows show the cause and the mistakes, and follow changes to a capture', async () => {
  const { sandbox, send } = await start()
  await send(payload, { id: 'msg_same' })
  const { page, errors } = await open(`${sandbox.url}/`)
  const rows = page.locator('.row')
  await rows.filter({ hasText: 'verified' }).waitFor()
  await send(payload, { id: 'msg_same' })
  await rows.filter({ hasText: 'duplicate' }).waitFor()
  const { id } = await send(payload, { signed: JSON.stringify(JSON.parse(payload)) })
  const failed = rows.filter({ hasText: 'reserialised' })
  await failed.click()
  await page.getByRole('button', { name: 'Pin' }).click()
  await failed.getByText('pinned').waitFor()
  await page.getByRole('button', { name: 'Note' }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('ask the sender\nabout this')
  // A look at another capture loses nothing of it.
  await rows.filter({ hasText: 'duplicate' }).click()
  await note.waitFor({ state: 'detached' })
  await failed.click()
  await note.press('Control+Enter')
  await failed.getByText('ask the sender').waitFor()
  expect((await sandbox.capture(id)).note).toBe('ask the sender\nabout this')
  await page.getByRole('button', { name: 'Unpin' }).click()
  await failed.getByText('pinned').waitFor({ state: 'detached' })
  expect(await rows.count()).toBe(3)

  await sandbox.request('DELETE', `/sandbox/captures/${id}`)
  await failed.waitFor({ state: 'detached' })
  expect(await rows.count()).toBe(2)
  await seen(page, /No such capture: it was deleted/)
  // What is gone is asked for once more and not found.
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
})

test('the filter completes names and values, updates the address, and applies to new captures', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  await send(payload, { signed: 'else' })
  const { page, errors } = await open(`${sandbox.url}/`)
  const rows = page.locator('.row')
  await rows.nth(1).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('verd')
  await page.getByRole('option', { name: 'verdict:' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('fa')
  await page.getByRole('option', { name: 'verdict:failed' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/?q=verdict%3Afailed')
  await rows.filter({ hasText: 'verified' }).waitFor({ state: 'detached' })
  await expect.poll(() => rows.count()).toBe(1)
  await send(payload)
  await send(payload, { signed: 'else again' })
  await rows.nth(1).waitFor()
  expect(await rows.filter({ hasText: 'verified' }).count()).toBe(0)
  expect(errors).toEqual([])

  await page.locator('#search').fill('verdikt:failed')
  await page.getByRole('alert').filter({ hasText: 'verdict' }).waitFor()
  await seen(page, 'the filter has a mistake')
  await page.locator('#search').fill('verdict:failed -path:*')
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await seen(page, 'No records with')
})

test('movement keys focus the list, and Tab continues in the open record', async () => {
  const { sandbox, send } = await start()
  await send(payload)
  const { page, errors } = await open(`${sandbox.url}/`)
  await page.locator('.row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('.thing-state').getByText('Signature verified').waitFor()
  expect(await page.evaluate(() => document.activeElement?.role)).toBe('listbox')
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.textContent === 'Replay')) break
  }
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Replay')

  // A failure opens on its cause, and the tab of the record before stays for the others.
  const tab = (name: string) => page.getByRole('tab', { name, selected: true })
  await page.getByRole('tab', { name: 'Related' }).click()
  await send(payload, { signed: 'else' })
  await page.locator('.row').first().click()
  await tab('Signature').waitFor()
  await page.locator('.row').nth(1).click()
  await tab('Related').waitFor()
  expect(errors).toEqual([])
})

test('a very long value leaves the following values in reach', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(JSON.stringify({ picture: 'y'.repeat(200_000), behind: 'it' }))
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  const tree = page.locator('.json-tree')
  await tree.getByText('"it"').waitFor()
  expect((await tree.textContent())?.length).toBeLessThan(3000)
  await tree.getByRole('button', { name: /198,00\d more characters/ }).click()
  expect((await tree.textContent())?.length).toBeGreaterThan(200_000)
  expect(errors).toEqual([])
})

test('text with replacement characters shows neither bytes nor a size', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(Buffer.from([...Buffer.from('{"a":"'), 0xff, 0xfe, 0xff, ...Buffer.from('"}')]))
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  const decoded = page.locator('.decoded')
  await decoded.getByText('charset utf-8 · 11 bytes').waitFor()
  expect(await decoded.getByText(/\d bytes$/).count()).toBe(1)
  expect(await decoded.getByRole('button', { name: 'Raw' }).count()).toBe(1)
  expect(await decoded.getByRole('button', { name: 'Hex' }).count()).toBe(0)
  await seen(page, '7b 22 61 22 3a 22 ff fe')
  expect(errors).toEqual([])
})

test('a binary body shows how the signed string is composed', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(Buffer.from([0, 255, 254]))
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=signature`)
  await seen(page, '{id}.{ts}.{body}, where {body} is the body as received, 3 bytes.')
  expect(errors).toEqual([])
})

test('compressed and multipart bodies are shown decoded beside their bytes, never as markup', async () => {
  const { sandbox, send } = await start()
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  const packed = await send(gzipSync(markup), {
    headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
  })
  const { page, errors } = await open(`${sandbox.url}/?open=${packed.id}&tab=request`)
  await seen(page, /decompressed \(gzip\)/)
  await page.getByText(markup).waitFor()
  await page.getByText('Body as received').waitFor()
  await page.getByText('1f 8b').waitFor()
  expect(await page.locator('.tab-panel img, .tab-panel script').count()).toBe(0)
  expect(await page.title()).toContain('Stream')

  const form = new FormData()
  form.set('title', 'two words')
  form.set('file', new Blob([new Uint8Array([0, 1, 2, 255])]), '../../a.bin')
  await fetch(`${sandbox.url}/in/mine`, { method: 'POST', body: form })
  const [upload] = await sandbox.captures('?limit=1')
  await page.goto(`${sandbox.url}/?open=${upload?.id}&tab=request`)
  await seen(page, /2 parts/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Download .*a\.bin/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('a.bin')
  expect([...readFileSync(await download.path())]).toEqual([0, 1, 2, 255])

  const fields = await send('a=1&b=two+words', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await page.goto(`${sandbox.url}/?open=${fields.id}&tab=request`)
  await page.getByRole('definition').getByText('two words', { exact: true }).waitFor()
  expect(errors).toEqual([])
})

test('a name with direction marks or line breaks shows their codes everywhere', async () => {
  const { sandbox, send } = await start()
  const { id } = await send('{"event":"card.\\u202edetaerc\\nsecond"}')
  const name = 'card.[U+202E]detaerc[U+000A]second'
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  const row = page.locator('.row').filter({ hasText: name })
  await row.waitFor()
  await page.locator('.thing-head').getByText(name).waitFor()

  const form = new FormData()
  form.set('file', new Blob(['x']), '\u202egpj.exe')
  await fetch(`${sandbox.url}/in/mine`, { method: 'POST', body: form })
  const [upload] = await sandbox.captures('?limit=1')
  await page.goto(`${sandbox.url}/?open=${upload?.id}&tab=request`)
  await page.locator('.parts [data-code="U+202E"]').waitFor()
  expect(errors).toEqual([])
})

test('two captures are compared under an address of their own', async () => {
  const { sandbox, send } = await start()
  await send(payload, { id: 'msg_1', headers: { 'x-a': 'one' } })
  const { id } = await send(payload.replace('10.50', '11'), { id: 'msg_1', headers: { 'x-a': 'two' } })
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=diff`)
  await page.getByRole('button', { name: /same id/ }).click()
  await page.waitForURL('**beside=cap_*')
  await page.locator('del', { hasText: 'two' }).waitFor()
  await page.locator('ins', { hasText: 'one' }).waitFor()
  await page.getByText('amount').first().waitFor()
  await page
    .locator('.diff-head')
    .filter({
      hasText: /Compared with \d\d:\d\d:\d\d\.\d{3} POST \/in\/mine card\.created ✓ verified cap_\w+/,
    })
    .waitFor()
  await page.reload()
  await page.locator('ins', { hasText: 'one' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(`${sandbox.url}/`)
  expect(errors).toEqual([])
})

test('a capture is copied as curl, as HAR and as a command', async () => {
  const { sandbox, send } = await start()
  const { id } = await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (title: string) => {
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByRole('menuitem', { name: title }).click()
    await seen(page, `Copied ${title}`)
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied('as curl')).toMatch(/^curl [\s\S]*in\/mine/)
  expect(JSON.parse(await copied('as HAR'))).toHaveProperty('log.entries.0.request.method', 'POST')
  expect(await copied('as command')).toBe(`npx webhook-sandbox capture replay ${id} --url ${sandbox.url}`)
  expect(errors).toEqual([])
})

test('no part of a capture breaks an accessibility rule', async () => {
  const { sandbox, send } = await start()
  const first = await send(payload, { id: 'msg_1' })
  const { id } = await send(payload, { id: 'msg_1', signed: JSON.stringify(JSON.parse(payload)) })
  const { page } = await open(`${sandbox.url}/?open=${id}`)
  for (const tab of ['request', 'signature', 'replay', `diff&beside=${first.id}`]) {
    await page.goto(`${sandbox.url}/?open=${id}&tab=${tab}`)
    await page.getByRole('tabpanel').waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
    expect(await wrongsOf(page), tab).toEqual([])
  }
  const bytes = await send(Buffer.from([0, ...Array(40).fill(255)]))
  await page.goto(`${sandbox.url}/?open=${bytes.id}&tab=request`)
  await page.locator('.hex').waitFor()
  expect(await wrongsOf(page), 'hex').toEqual([])
  await page.goto(`${sandbox.url}/?q=verdikt:failed`)
  await page.getByRole('alert').waitFor()
  await page.locator('#search').press('End')
  await page.keyboard.type(' ev')
  await page.getByRole('listbox', { name: 'Filters' }).waitFor()
  expect(await wrongsOf(page), 'filter').toEqual([])
})

test('an event name of a thousand characters leaves the detail visible, and its title is complete', async () => {
  const sandbox = await startSandbox()
  const event = 'much.'.repeat(200)
  await sandbox.request('POST', '/in/demo', { event })
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/?open=${id}`)
  const heading = page.locator('.thing-head h2')
  await heading.getByTitle(event).waitFor()
  expect((await heading.innerText()).length).toBeLessThan(250)
  await sandbox.request('POST', '/in/demo', { event })
  await page.goto(`${sandbox.url}/?open=${id}&tab=diff`)
  const other = page.locator('.candidate', { has: page.getByTitle(event) })
  expect((await other.boundingBox())?.height).toBeLessThan(70)
  await other.click()
  const head = page.locator('.diff-head', { has: page.getByTitle(event) })
  expect((await head.boundingBox())?.height).toBeLessThan(90)
  expect(errors).toEqual([])
})
