/** Failures that follow from the cause of the whole check: each says the fix of that cause and none of its own. */
import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { checked, hastened, probeOf, rightAnswer, startAnswering } from './world.ts'

test('a receiver that verifies nothing gets one fix for all forgeries', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startAnswering(() => 200)
  const check = await checked(sandbox, { url: receiver.url, only: ['signature'] })
  expect(check.diagnosis?.code).toBe('no_verification')
  for (const id of ['rejects-tampered-id', 'rejects-truncated-signature', 'refuses-with-4xx'])
    expect(probeOf(check, id), id).toMatchObject({ result: 'fail', fix: check.diagnosis?.fix })
  // A limit to the age is missing besides.
  expect(probeOf(check, 'rejects-stale').fix).toContain('300 seconds')
})

test('a receiver that refuses with HTTP 200 is not asked to verify what it verifies', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startAnswering((asked) =>
    rightAnswer(asked) === 200 ? 200 : { status: 200, body: '{"success":false}' },
  )
  const check = await checked(sandbox, { url: receiver.url, only: ['signature'] })
  expect(check.diagnosis?.code).toBe('refuses_with_success')
  for (const id of ['rejects-unsigned', 'rejects-tampered-id', 'rejects-stale', 'refuses-with-4xx'])
    expect(probeOf(check, id), id).toMatchObject({
      fix: check.diagnosis?.fix,
      why: expect.stringContaining('HTTP 2xx'),
    })
})

test('HTTP 429 says nothing about a request: no forgery counts as refused, and no mistake is named', async () => {
  const sandbox = await startSandbox({}, hastened())
  let came = 0
  const receiver = await startAnswering((asked) => (++came > 3 ? 429 : rightAnswer(asked)))
  const check = await checked(sandbox, { url: receiver.url, skip: ['effects'] })
  expect(check.diagnosis?.code).toBe('rate_limited')
  expect(probeOf(check, 'rejects-stale')).toMatchObject({
    result: 'unknown',
    fact: { code: 'not_judged', reason: 'rate_limited' },
  })
  for (const id of ['accepts-non-ascii', 'accepts-raw-bytes', 'accepts-duplicate'])
    expect(probeOf(check, id), id).toMatchObject({
      fact: { code: 'refused', status: 429 },
      mistake: null,
      fix: check.diagnosis?.fix,
    })
})

test('a duplicate that is refused with HTTP 409 is no missing check for duplicates', async () => {
  const sandbox = await startSandbox({}, hastened())
  const seen = new Set<string>()
  const receiver = await startAnswering((asked) => {
    const id = asked.headers.find(([name]) => name.toLowerCase() === 'webhook-id')?.[1] ?? ''
    if (seen.has(id)) return 409
    if (rightAnswer(asked) === 200) seen.add(id)
    return rightAnswer(asked)
  })
  const check = await checked(sandbox, { url: receiver.url, only: ['accepts-duplicate'] })
  const { why } = probeOf(check, 'accepts-duplicate')
  expect(why).toContain('sends it again')
  expect(why).not.toContain('Without a check')
})
