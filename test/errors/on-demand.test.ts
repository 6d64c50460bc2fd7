import { expect, test } from 'vitest'
import dictionary from '../../fixtures/errors.json'
import beyond from '../../fixtures/errors-beyond-dictionary.json'
import type { ArmedError, Call, ErrorEntry } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { oneIn } from '../helpers/rows.ts'
import { demo } from '../platform/ask.ts'
import { createWorld } from './world.ts'

const rows = Object.entries({ ...dictionary, ...beyond })

test('there are 143 codes of the dictionary, and one that it lacks', () => {
  expect([Object.keys(dictionary).length, Object.keys(beyond)]).toEqual([143, ['card_dne']])
})

type World = Awaited<ReturnType<typeof createWorld>>
/** Arms a code, and returns what armed it and the headers of the call that meets it. */
type Arm = (world: World, code: string) => Promise<{ by: string; headers: Record<string, string> }>

/** The code answers a call that would have succeeded, with an event; nothing has come of it. */
async function expectAnswered(world: World, code: string, arm: Arm) {
  const { status, message, type } = dictionary[code as keyof typeof dictionary] ?? beyond[code as 'card_dne']
  const { sandbox, business, done } = world
  const path = `/businesses/${await business()}`
  const before = await done('GET', path)
  const { by, headers } = await arm(world, code)

  const answer = await fetch(`${sandbox.url}/api/v0.1${path}/verification-kyb`, { method: 'POST', headers })
  expect(answer.status, code).toBe(status)
  expect(answer.headers.get('content-type'), code).toBe('application/json')
  expect(await answer.text()).toBe(
    `{"Message":${JSON.stringify(message)},"Status":${status},"Code":"${code}","Type":"${type}"}`,
  )

  const [row] = (await sandbox.get<{ calls: Call[] }>(`/sandbox/calls?code=${code}`)).calls
  expect(row, code).toMatchObject({ method: 'POST', status, error_code: code, armed: by, outcome: null })
  const { errors, beyond_dictionary } = await sandbox.get<{
    errors: ErrorEntry[]
    beyond_dictionary: ErrorEntry[]
  }>('/sandbox/catalogue/errors')
  expect([...errors, ...beyond_dictionary].filter(({ met }) => met > 0)).toMatchObject([
    { code, status, type, message, met: 1 },
  ])

  await sandbox.settle()
  expect(await done('GET', path), code).toEqual(before)
  expect(await sandbox.get('/sandbox/events'), code).toEqual({ events: [], next: null })
  expect((await sandbox.call('POST', `${path}/verification-kyb`)).status, code).toBe(201)
  expect(sandbox.troubles, code).toEqual([])
}

const arms: [string, Arm][] = [
  [
    'by the header of one call',
    async (_, code) => ({ by: 'header', headers: { ...demo, 'Sandbox-Error': code } }),
  ],
  [
    'armed for the next call',
    async ({ sandbox }, code) => {
      const order = { code, method: 'POST', times: 1 }
      const { armed_error } = await sandbox.post<{ armed_error: ArmedError }>('/sandbox/armed-errors', order)
      return { by: armed_error.id, headers: demo }
    },
  ],
]
/** In `npm test` each code is armed in one of the two ways, in turn. */
const armed = arms.map(([how, arm], at) => [how, arm, rows.filter(oneIn(sample(2, 1), at))] as const)
test.each(armed)(
  'each code answers %s, as the catalogue has it, and nothing is done',
  async (_, arm, some) => {
    const world = await createWorld()
    for (const [code] of some) {
      await world.sandbox.post('/sandbox/reset')
      await expectAnswered(world, code, arm)
    }
  },
)

test('a creation that is answered with an armed error creates nothing', async () => {
  const { sandbox } = await createWorld()
  const body = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
  const headers = { ...demo, 'sandbox-error': 'account_data_err' }
  expect((await sandbox.call('POST', '/customers/', body, headers)).status).toBe(500)
  expect((await sandbox.call('GET', '/customers/')).body).toEqual({ customers: [] })
})
