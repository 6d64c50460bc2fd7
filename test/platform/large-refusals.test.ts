import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { ask, expectRefused } from './ask.ts'

test('only the first mistakes of a very large body are listed', async () => {
  const sandbox = await startSandbox()
  const answer = await ask(sandbox, {
    body: JSON.stringify({ url: 'http://localhost:9/hook', events: Array(10_000).fill(1) }),
  })
  expectRefused(answer, {
    status: 400,
    code: 'input_error',
    says: [
      /^Invalid Field\(s\): events\.0 must be a string; .*; events\.49 must be a string; and 9950 more$/,
    ],
  })
})

test('more entries than anybody subscribes to are refused by their number alone', async () => {
  const sandbox = await startSandbox()
  const asked = (events: unknown[]) =>
    ask(sandbox, { body: JSON.stringify({ url: 'http://localhost:9/hook', events }) })
  expectRefused(await asked(Array(10_001).fill(1)), {
    status: 400,
    code: 'input_error',
    says: [/^Invalid Field\(s\): events must be at most 10000 entries$/],
  })
  expect(await asked(Array(10_000).fill('card*'))).toMatchObject({ status: 201 })
})
