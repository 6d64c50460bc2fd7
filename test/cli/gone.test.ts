import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { runHere } from './here.ts'

/** A server that is gone in the middle of each answer, which begins as one of a sandbox. */
async function startDying(status: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"session":{\n', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  { status: 200, args: ['capture', 'export'] },
  { status: 200, args: ['capture', 'har'] },
  { status: 200, args: ['capture', 'body', 'cap_1'] },
  { status: 200, args: ['capture', 'show', 'cap_1'] },
  { status: 200, args: ['export'] },
  { status: 200, args: ['subscriptions'] },
  { status: 404, args: ['rotate', 'sub_1'] },
])(
  'of a sandbox that goes away in the middle of an answer with $status, $args says that',
  async ({ status, args }) => {
    const url = await startDying(status)
    const { code, log } = await runHere([...args, '--url', url])
    expect([code, log]).toEqual([
      1,
      [
        `The sandbox at ${url} went away in the middle of its answer. Look whether it still runs, and ask again.`,
      ],
    ])
  },
)

test('an export to a file says so too, and leaves nothing', async () => {
  const folder = ownFolder()
  const url = await startDying(200)
  const { code, log } = await runHere(['export', join(folder, 'session.json'), '--url', url])
  expect([code, log]).toEqual([1, [expect.stringMatching(/ went away in the middle of its answer\. /)]])
  expect(readdirSync(folder)).toEqual([])
})
