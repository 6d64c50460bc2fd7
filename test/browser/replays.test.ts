import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { editorOf, writeAll } from './editor-text.ts'
import { useBrowser } from './open-page.ts'
import { payload, startSender } from './senders.ts'

const open = useBrowser()

async function start() {
  const sandbox = await startSandbox()
  return { sandbox, ...(await startSender(sandbox)) }
}

quick('a replay sends the same bytes, or edited and re-signed ones, and shows the result', async () => {
  const { sandbox, send } = await start()
  const receiver = await startReceiver([503, 200])
  const { id } = await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}`)
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  await page.getByRole('button', { name: 'Replay unchanged' }).click()
  const came = page.getByRole('listitem').filter({ hasText: 'replayed' })
  await came.filter({ hasText: '503' }).waitFor()
  const { headers } = await sandbox.capture(id)
  const signature = headers.find(([name]) => name === 'webhook-signature')?.[1]
  expect(receiver.requests[0]?.body.toString()).toBe(payload)
  expect(receiver.requests[0]?.headers['webhook-signature']).toBe(signature)

  await page.getByLabel('Signature', { exact: true }).selectOption('endpoint mine')
  await page.getByText('Edit request').click()
  await writeAll(editorOf(page, 'Body'), '{"edited":true}')
  await page.getByRole('button', { name: 'Replay edited' }).click()
  await came.filter({ hasText: '200' }).waitFor()
  expect(receiver.requests[1]?.body.toString()).toBe('{"edited":true}')
  expect(receiver.requests[1]?.headers['webhook-signature']).not.toBe(signature)
  await page.getByRole('tab', { name: 'Response 2' }).click()
  await expect.poll(() => came.count()).toBe(2)
  expect(errors).toEqual([])
})

test('an exchange shows its trailers and the changes on the way', async () => {
  const { sandbox } = await start()
  const receiver = await startReceiver([200])
  const host = `127.0.0.1:${portOf(sandbox.url)}`
  const target = `http://${host}/in/mine`
  await rawExchange(
    portOf(sandbox.url),
    `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Sum: abc\r\n\r\n`,
  )
  const { id } = await sandbox.newestCapture()
  await sandbox.post(`/sandbox/captures/${id}/replay`, { url: receiver.url })
  const { page, errors } = await open(`${sandbox.url}/?open=${id}`)
  await page.getByRole('tab', { name: 'Response 1' }).click()
  await page.getByText('Request and response').click()
  // The response has none: these follow the headers of the request.
  const trailers = page.locator('.headers', { hasText: 'POST request headers' }).locator('+ .headers')
  await trailers.getByText('Trailers 1').click()
  await trailers.getByText('abc', { exact: true }).waitFor()
  await page.getByText(`The request target was ${target}, the form for proxies`).waitFor()
  expect(errors).toEqual([])
})

test('the response of a replay is saved as a file if it is binary or incomplete', async () => {
  const { sandbox, send } = await start()
  const bytes = Buffer.from([0xff, 0x00, 0x41])
  const long = `[${'1,'.repeat(100_000)}`
  const receiver = await startReceiver([
    (answer) => void answer.end(bytes),
    (answer) => void answer.setHeader('content-type', 'application/json').end(long),
  ])
  const { id } = await send(payload)
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=answer`)
  const saved = async () => {
    await sandbox.post(`/sandbox/captures/${id}/replay`, { url: receiver.url })
    await page.reload()
    await page.getByText('Request and response').last().click()
    const button = page.getByRole('button', { name: 'Save as file' })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }
  expect(await saved()).toEqual({ name: 'body.bin', bytes })
  const beginning = await saved()
  expect(beginning.name).toBe('body.json')
  expect(long.startsWith(beginning.bytes.toString())).toBe(true)
  expect(errors).toEqual([])
})
