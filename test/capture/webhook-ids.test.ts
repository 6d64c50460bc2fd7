import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('whether an id was seen before is known at once, after the index knows it, after a restart of the memory and after a deletion', async () => {
  const sandbox = await startSandbox()
  const send = (id: string) => sandbox.request('POST', '/in/demo', { n: 1 }, { 'webhook-id': id })
  const mistakesOf = async () => (await sandbox.newestCapture()).mistakes.map(({ mistake }) => mistake)
  await send('msg_one')
  await send('msg_one')
  expect(await mistakesOf()).toEqual(['duplicate'])
  // What asks for an id brings the index up to date.
  expect(await sandbox.captures('?webhook_id=msg_one')).toHaveLength(2)
  await send('msg_one')
  expect(await mistakesOf()).toEqual(['duplicate'])
  expect(await sandbox.captures('?webhook_id=msg_one')).toHaveLength(3)
  for (const { id } of await sandbox.captures('?webhook_id=msg_one'))
    await sandbox.request('DELETE', `/sandbox/captures/${id}`)
  await send('msg_one')
  expect(await mistakesOf()).toEqual([])
  await sandbox.request('POST', '/sandbox/reset', {})
  await send('msg_one')
  expect(await mistakesOf()).toEqual([])
})

test('what the index was not told before the end is known in the next life', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data })
  await first.request('POST', '/in/demo', { n: 1 }, { 'webhook-id': 'msg_one' })
  await first.close()
  const second = await startSandbox({ data })
  await second.request('POST', '/in/demo', { n: 1 }, { 'webhook-id': 'msg_one' })
  expect((await second.newestCapture()).mistakes.map(({ mistake }) => mistake)).toEqual(['duplicate'])
  expect(await second.captures('?webhook_id=msg_one')).toHaveLength(2)
})
