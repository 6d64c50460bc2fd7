import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

const long = 'x'.repeat(900_000)

test.for([long, `${long}*`])('a name as long as a body is not told whole', async (event) => {
  const sandbox = await startSandbox()
  const answer = await sandbox.request('POST', '/sandbox/events', { event })
  expectRefused(answer, { status: 422, code: 'event_name_unknown', message: /x{100}…/, fix: /Valid/ })
  expect(JSON.stringify(answer.body).length).toBeLessThan(1000)
})
