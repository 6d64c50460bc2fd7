import { expect, test, vi } from 'vitest'
import { problemOf, request } from '../../ui/live/api.ts'

test('a refusal is read from both the sandbox and the platform', () => {
  const ours = { error: { code: 'path_unknown', message: 'card.x is no path.', fix: 'Valid: card.status.' } }
  expect(problemOf(ours, 'refused')).toEqual(ours.error)
  const theirs = {
    Message: 'Missing Required Field(s): url',
    Status: 400,
    Code: 'input_error',
    Type: 'Request Error',
  }
  expect(problemOf(theirs, 'refused')).toEqual({
    code: 'input_error',
    message: 'Missing Required Field(s): url',
    fix: 'The platform answered 400 input_error.',
  })
  expect(problemOf({ message: 'no such route' }, 'refused').message).toBe('no such route')
})

test('a response without an error body still shows its status', () => {
  expect(problemOf(null, 'GET /x returned 502.')).toMatchObject({ message: 'GET /x returned 502.' })
})

test('an interrupted write may have been done, an interrupted read changes nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  try {
    const message = 'The sandbox did not answer. It may have carried out the request.'
    expect(await request('POST', '/sandbox/reset')).toMatchObject({ ok: false, problem: { message } })
    const read = { ok: false, problem: { message: 'The sandbox did not answer.' } }
    expect(await request('GET', '/sandbox/traffic')).toMatchObject(read)
  } finally {
    vi.unstubAllGlobals()
  }
})
