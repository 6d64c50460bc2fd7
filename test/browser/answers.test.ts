import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startOddReceiver } from '../helpers/odd-receiver.ts'
import { rawExchange } from '../helpers/raw.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser } from './open-page.ts'

const open = useBrowser()
const latin = (text: string) => Buffer.from(text).toString('latin1')

/** A receiver whose answer is compressed, and has words, a header in UTF-8 and a trailer of its own. */
const startPacking = () =>
  startReceiver([
    (response) => {
      response.writeHead(200, 'Gladly', {
        'Content-Encoding': 'gzip',
        'X-City': latin('zürich'),
        Trailer: 'X-Sum',
      })
      response.write(gzipSync('{"answered":"Zoë"}'))
      response.addTrailers({ 'X-Sum': 'summed up' })
      response.end()
    },
  ])

test('bytes after the end of a response are shown', async () => {
  const sandbox = await startSandbox()
  const { url } = await startOddReceiver((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi there'),
  )
  await sandbox.subscribe(url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=answer`)
  await seen(page, '6 bytes arrived after the end of the response.')
  expect(errors).toEqual([])
})

test('a HEAD response with a body shows that the body is missing', async () => {
  const sandbox = await startSandbox()
  const { url } = await startOddReceiver((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'),
  )
  await sandbox.post('/sandbox/endpoints', { name: 'tap', forward_to: url })
  await fetch(`${sandbox.url}/in/tap`, { method: 'HEAD' })
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=answer`)
  await page.getByText('Request and response').click()
  await seen(page, 'The response to HEAD has a body of 5 bytes.')
  expect(errors).toEqual([])
})

quick('a compressed response of a delivery is shown decoded beside its bytes', async () => {
  const sandbox = await startSandbox()
  const { url } = await startPacking()
  await sandbox.subscribe(url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=answer`)
  await seen(page, /decompressed \(gzip\)/)
  await seen(page, '"Zoë"')
  await seen(page, 'Body as received')
  await seen(page, '1f 8b')
  await page.getByText(/^Headers \d+$/).click()
  await seen(page, 'zürich')
  await page.getByText(/^Trailers \d+$/).click()
  await seen(page, 'summed up')
  expect(errors).toEqual([])
})

test('a response too large to keep says how much was read, and copies its beginning as such', async () => {
  const sandbox = await startSandbox()
  const body = JSON.stringify('a'.repeat(1_572_862))
  const { url } = await startReceiver([(response) => response.end(body)])
  await sandbox.subscribe(url)
  await sandbox.post('/sandbox/endpoints', { name: 'tap', forward_to: [url] })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=answer`)
  const answer = page.locator('.body')
  await answer.getByText('The first 64.0 KiB of 1.5 MiB received; the sandbox kept only these.').waitFor()
  expect(await answer.locator('.body-bar .quiet').innerText()).toBe('1.5 MiB received')
  await answer.getByRole('button', { name: 'Copy shown part' }).waitFor()

  await fetch(`${sandbox.url}/in/tap`, { method: 'POST', body: 'x' })
  const { id } = await sandbox.newestCapture()
  await page.goto(`${sandbox.url}/?open=${id}&tab=answer`)
  await page.getByText('Request and response').click()
  await seen(page, 'more than 64.0 KiB')
  await seen(page, 'The first 64.0 KiB; the sandbox kept only these.')
  expect(errors).toEqual([])
})

test('the response of a forwarding shows its status text and trailers, decoded', async () => {
  const sandbox = await startSandbox()
  const { url } = await startPacking()
  await sandbox.post('/sandbox/endpoints', { name: 'tap', forward_to: url })
  await fetch(`${sandbox.url}/in/tap`, { method: 'POST', body: 'x' })
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=answer`)
  await seen(page, 'response returned to the sender')
  await page.getByText('Request and response').click()
  await seen(page, 'Response 200 OK "Gladly"')
  await seen(page, /decompressed \(gzip\)/)
  await seen(page, '"Zoë"')
  await page.getByText(/^Trailers \d+$/).click()
  await seen(page, 'summed up')
  expect(errors).toEqual([])
})

test('a request refused midway says why, and does not blame the sender', async () => {
  const sandbox = await startSandbox()
  const port = Number(new URL(sandbox.url).port)
  const head = `POST /in/demo HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`
  await rawExchange(port, head, '5\r\nhello\r\nzz\r\n')
  const { id } = await sandbox.newestCapture()
  const { page, errors } = await open(`${sandbox.url}/?open=${id}&tab=answer`)
  await seen(page, 'Not checked: The request cannot be read: a chunk does not begin with its size in hex')
  await seen(page, '400 · refused')
  await seen(page, /answered 400/)
  expect(await page.getByText('went away').count()).toBe(0)
  expect(errors).toEqual([])
})

test('a response stays while the next one is pending, without fold or search, and the search text stays', async () => {
  const sandbox = await startSandbox()
  const answer = (body: object) => (response: ServerResponse) =>
    void response.writeHead(503).end(JSON.stringify(body))
  const held: ServerResponse[] = []
  const receiver = await startReceiver([
    answer({ first: { name: 'Ada' }, second: { name: 'Ada' } }),
    (response) => void held.push(response),
  ])
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(`${sandbox.url}/?open=${deliveries[0]?.id}&tab=answer`)
  const search = page.getByLabel('Search the JSON')
  await search.fill('ada')
  await search.press('Enter')
  await seen(page, '2 of 2')
  await page.locator('.fold').nth(1).click()
  await page.getByRole('button', { name: 'Unfold all' }).waitFor()

  await page.getByRole('button', { name: 'Attempt now' }).first().click()
  await seen(page, /503 Service Unavailable · to attempt 1; attempt 2 is under way/)
  await seen(page, '2 of 2')
  await page.getByRole('button', { name: 'Unfold all' }).waitFor()

  for (const response of held) answer({ late: { name: 'Ada', again: { since: 'noon' } } })(response)
  // The banner says it as well, and may say it before.
  await page.locator('.json-line').getByText('"noon"').waitFor()
  expect(await page.getByRole('button', { name: 'Fold all', exact: true }).count()).toBe(1)
  await seen(page, '1 found')
  expect(await page.getByText(/is under way/).count()).toBe(0)
  await search.press('Enter')
  await seen(page, '1 of 1')
  // Of several attempts it is said which is shown: a fault has mostly touched another one than the newest.
  expect(await page.locator('.request-line').textContent()).toBe('503 Service Unavailable · to attempt 2')
  await page.getByRole('tab', { name: 'Request' }).click()
  await page.locator('.request-line').getByText('· attempt 2').waitFor()
  expect(errors).toEqual([])
})
