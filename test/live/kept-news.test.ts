import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { heldMb } from '../helpers/memory.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const mostMb = sample(4, 12)
// Together more than twice the bound.
const times = sample(10, 30)
const large = () => 'x'.repeat(900_000)

/** Answers each request with a body of a megabyte. */
async function startLargeReceiver() {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end(Buffer.alloc(1_000_000, 'y')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

type Sandbox = Awaited<ReturnType<typeof startSandbox>>
const receive = async (sandbox: Sandbox, headers: Record<string, string> = {}) =>
  (await fetch(`${sandbox.url}/in/demo`, { method: 'POST', body: large(), headers })).text()
const firstCapture = async (sandbox: Sandbox) =>
  (await sandbox.get<{ captures: { id: string }[] }>('/sandbox/captures')).captures[0]?.id

/** What brings news about something large. */
const makes: Record<string, (sandbox: Sandbox) => Promise<() => Promise<unknown>>> = {
  async 'a forward that is answered'(sandbox) {
    const url = await startLargeReceiver()
    await sandbox.request('PATCH', '/sandbox/endpoints/demo', { forward_to: url })
    return () => receive(sandbox)
  },
  async 'a replay'(sandbox) {
    const url = await startLargeReceiver()
    await receive(sandbox)
    const id = await firstCapture(sandbox)
    return () => sandbox.post(`/sandbox/captures/${id}/replay`, { to: url })
  },
  async 'a wrong signature that is explained'(sandbox) {
    return () => receive(sandbox, { 'stripe-signature': `t=1700000000,v1=${'ab'.repeat(32)}` })
  },
  async 'a note'(sandbox) {
    await receive(sandbox)
    const id = await firstCapture(sandbox)
    let number = 0
    return () => sandbox.request('PATCH', `/sandbox/captures/${id}`, { note: `note ${number++}` })
  },
  async 'a reply of an endpoint'(sandbox) {
    return () => sandbox.request('PATCH', '/sandbox/endpoints/demo', { reply: { body: large() } })
  },
  async 'an armed error'(sandbox) {
    return async () => {
      const { armed_error } = await sandbox.post<{ armed_error: { id: string } }>('/sandbox/armed-errors', {
        status: 500,
        body: large(),
        path: '/nowhere',
      })
      await sandbox.request('DELETE', `/sandbox/armed-errors/${armed_error.id}`)
    }
  },
}

test.each(Object.entries(makes))('news of %s holds on to no body', async (_, make) => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/sandbox/endpoints', { name: 'demo' })
  const once = await make(sandbox)
  for (let warm = 0; warm < 3; warm++) await once()
  await sandbox.settle()
  const before = heldMb()
  for (let i = 0; i < times; i++) await once()
  await sandbox.settle()
  // Causes are looked for behind the answer, with rests.
  await expect.poll(() => heldMb() - before).toBeLessThan(mostMb)
})
