import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'

test('an id whose captures are deleted before they are indexed is still found in the one that stays', async () => {
  const sandbox = await startSandbox({ bare: true })
  const send = () =>
    fetch(`${sandbox.url}/in/x`, { method: 'POST', body: '{}', headers: { 'webhook-id': 'msg_1' } })
  await send()
  const { id: kept } = await sandbox.newestCapture()
  for (let i = 0; i < 210; i++) {
    await send()
    const { id } = await sandbox.newestCapture()
    await sandbox.request('DELETE', `/sandbox/captures/${id}`)
    // Has the index know everything by now and then.
    if (i % 70 === 0) await sandbox.captures('?q=nothing')
  }
  await send()
  const { mistakes } = await sandbox.newestCapture()
  expect(mistakes).toMatchObject([{ mistake: 'duplicate', capture_id: kept, times: 2 }])
})
