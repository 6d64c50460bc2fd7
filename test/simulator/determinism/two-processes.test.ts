import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../crash/ports.mjs'
import { startLife } from '../../flows/lives.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { test } from '../../helpers/long.ts'
import { withoutRealTime } from './real-time.ts'
import { act, everything } from './script.ts'

/** A receiver whose answers follow from what it is sent alone: of some events it refuses the first two attempts. */
async function startJudgingReceiver() {
  let seen = new Map<string, number>()
  let bytes: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const count = (seen.get(id) ?? 0) + 1
      seen.set(id, count)
      bytes.push(`${request.rawHeaders.join('\n')}\n\n${Buffer.concat(chunks)}`)
      response.writeHead(count < 3 && /[0-9a-f]$/.test(id) ? 503 : 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Every request so far, byte for byte; then it has seen nothing. */
    take() {
      const taken = bytes
      seen = new Map()
      bytes = []
      return taken
    },
  }
}

test('two processes with the same seed, config, script and answers keep the same records, byte for byte', async () => {
  const receiver = await startJudgingReceiver()
  // What is signed and kept names the port.
  const port = await freePort()
  async function live() {
    const folder = ownFolder()
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ seed: 7, kyc: { delay: '1m' }, delivery: { timestamps: 'clock', jitter: 0.3 } }),
    )
    const life = await startLife(folder, '--port', String(port))
    await act(life, receiver.url)
    const kept = await everything(life)
    expect(await life.terminate()).toBe(0)
    const lines = Object.entries(kept).map(([name, records]) => [
      name,
      records.map((record) => JSON.stringify(withoutRealTime(record, receiver.url))),
    ])
    return { kept: Object.fromEntries(lines) as Record<string, string[]>, received: receiver.take() }
  }
  const first = await live()
  const second = await live()
  for (const [name, lines] of Object.entries(first.kept)) expect(second.kept[name], name).toEqual(lines)
  // In which order requests that are under way together reach a receiver is up to the network.
  expect(second.received.toSorted()).toEqual(first.received.toSorted())
  expect(first.kept.events?.length).toBeGreaterThan(100)
  expect(first.kept.captures?.length).toBeGreaterThan(100)
})
