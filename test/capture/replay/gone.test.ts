import { expect, test } from 'vitest'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

test('captures deleted during a bulk replay are not sent, nor are records with their ids after a reset', async () => {
  const sandbox = await startSandbox()
  for (let i = 0; i < 3; i++) await sandbox.request('POST', '/in/a', 'asked for')
  const receiver = await startReceiver([
    (response) => {
      const emptied = sandbox.request('POST', '/sandbox/reset')
      const others = async () => {
        for (let i = 0; i < 3; i++) await sandbox.request('POST', '/in/b', 'not asked for')
      }
      void emptied.then(others).then(() => response.writeHead(200).end())
    },
    200,
  ])
  await sandbox.request('POST', '/sandbox/captures/replay', { endpoint: 'a', url: receiver.url })
  expect(receiver.requests.map(({ body }) => String(body))).toEqual(['asked for'])
})
