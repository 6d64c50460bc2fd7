import { describe, expect, test } from 'vitest'
import dictionary from '../../fixtures/errors.json'
import beyond from '../../fixtures/errors-beyond-dictionary.json'
import type { ArmedError, Call, ErrorEntry } from '../../server/wire.ts'
import { demo } from '../platform/ask.ts'
import { createWorld } from './world.ts'

const rows = Object.entries({ ...dictionary, ...beyond })

test('there are 143 codes of the dictionary, and one that it lacks', () => {
  expect([Object.keys(dictionary).length, Object.keys(beyond)]).toEqual([143, ['card_dne']])
})

/** The code answers a call that would have succeeded, with an event; nothing has come of it. */
async function expectAnswered(
  code: string,
  arm: (
    world: Awaited<ReturnType<typeof createWorld>>,
  ) => Promise<{ by: string; headers: Record<string, string> }>,
) {
  const { status, message, type } = dictionary[code as keyof typeof dictionary] ?? beyond[code as 'card_dne']
  const world = await createWorld()
  const { sandbox, business, done } = world
  const path = `/businesses/${await business()}`
  const before = await done('GET', path)
  const { by, headers } = await arm(world)

  const answer = await fetch(`${sandbox.url}/api/v0.1${path}/verification-kyb`, { method: 'POST', headers })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.text()).toBe(
    `{"Message":${JSON.stringify(message)},"Status":${status},"Code":"${code}","Type":"${type}"}`,
  )

  const [row] = (await sandbox.get<{ calls: Call[] }>(`/sandbox/calls?code=${code}`)).calls
  expect(row).toMatchObject({ method: 'POST', status, error_code: code, armed: by, outcome: null })
  const { errors, beyond_dictionary } = await sandbox.get<{
    errors: ErrorEntry[]
    beyond_dictionary: ErrorEntry[]
  }>('/sandbox/catalogue/errors')
  expect([...errors, ...beyond_dictionary].filter(({ met }) => met > 0)).toMatchObject([
    { code, status, type, message, met: 1 },
  ])

  await sandbox.settle()
  expect(await done('GET', path)).toEqual(before)
  expect(await sandbox.get('/sandbox/events')).toEqual({ events: [], next: null })
  expect((await sandbox.call('POST', `${path}/verification-kyb`)).status).toBe(201)
  expect(sandbox.troubles).toEqual([])
}

describe.each(rows)('%s answers on demand, as the catalogue has it, and nothing is done', (code) => {
  test('by the header of one call', () =>
    expectAnswered(code, async () => ({ by: 'header', headers: { ...demo, 'Sandbox-Error': code } })))

  test('armed for the next call', () =>
    expectAnswered(code, async ({ sandbox }) => {
      const order = { code, method: 'POST', times: 1 }
      const { armed_error } = await sandbox.post<{ armed_error: ArmedError }>('/sandbox/armed-errors', order)
      return { by: armed_error.id, headers: demo }
    }))
})

test('a creation that is answered with an armed error creates nothing', async () => {
  const { sandbox } = await createWorld()
  const body = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
  const headers = { ...demo, 'sandbox-error': 'account_data_err' }
  expect((await sandbox.call('POST', '/customers/', body, headers)).status).toBe(500)
  expect((await sandbox.call('GET', '/customers/')).body).toEqual({ customers: [] })
})
