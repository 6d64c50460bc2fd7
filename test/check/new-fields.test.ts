import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { checked, probeOf, rightAnswer, startAnswering } from './world.ts'

test('a receiver that refuses new fields is not excused for what it does with white space', async () => {
  const sandbox = await startSandbox()
  const receiver = await startAnswering((asked) => {
    const text = asked.body.toString('utf8')
    if (/"check":|"new_field":/.test(text)) return 422
    if (/^\s/.test(text)) return 401
    return rightAnswer(asked)
  })
  const check = await checked(sandbox, { url: receiver.url, only: ['bytes'] })
  expect(probeOf(check, 'accepts-raw-bytes').result).toBe('fail')
  expect(probeOf(check, 'accepts-non-ascii')).toMatchObject({
    result: 'skip',
    fact: { code: 'not_judged', reason: 'new_field_refused' },
  })
})
