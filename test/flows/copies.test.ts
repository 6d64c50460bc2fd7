import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Delivery } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startProgram } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const demo = { 'content-type': 'application/json', authorization: 'demo', identity: 'demo' }

test('of copies that leave together one that is answered is written down though the other hangs, and is not sent again after a kill', async () => {
  const receiver = await startReceiver([200, () => {}, 200])
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startProgram(['--port', '0', '--bare', '--data', data])
  const post = async (path: string, body: unknown) =>
    (await fetch(first.url + path, { method: 'POST', headers: demo, body: JSON.stringify(body) })).json()
  await post('/api/v0.1/webhooks', { url: receiver.url, events: ['*'] })
  const { deliveries } = await post('/sandbox/events', { event: 'card.created', fault: 'duplicate(2)' })
  const read = async (url: string): Promise<Delivery> =>
    (await (await fetch(`${url}/sandbox/deliveries/${deliveries[0].id}`)).json()).delivery
  const outcomes = async (url: string) =>
    (await read(url)).attempts.map(({ outcome }) => outcome?.kind ?? null)
  await expect.poll(async () => (await outcomes(first.url)).toSorted()).toEqual([null, 'responded'])
  first.process.kill('SIGKILL')
  await first.ended

  const second = await startSandbox({ data })
  await expect.poll(async () => (await read(second.url)).state).toBe('succeeded')
  expect((await outcomes(second.url)).toSorted()).toEqual(['interrupted', 'responded', 'responded'])
  expect(receiver.requests).toHaveLength(3)
})
