import { expect, test, vi } from 'vitest'
import type { ArmedError, ErrorEntry } from '../../server/wire.ts'
import { armCommand, errorCurl } from '../../ui/commands/curl.ts'
import { answerFields, callFields, nextCall } from '../../ui/errors/arm-order.ts'
import { armedFor, armedHow, armedTally, armedWhat } from '../../ui/errors/armed-words.ts'
import { callSign } from '../../ui/kit/format.ts'
import { isErrorSpent } from '../../ui/live/spent.ts'

// These read the page's address when they load.
vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { orderOf } = await import('../../ui/form/form.tsx')
const { everyError, findErrors, isFiltered, tallyOf } = await import('../../ui/errors/error-list.ts')
const { countCodes, metOf } = await import('../../ui/errors/errors.ts')

const entry = (code: string, change: Partial<ErrorEntry> = {}): ErrorEntry => ({
  code,
  status: 404,
  type: 'Request Error',
  area: 'cards',
  meaning: 'Nobody has it.',
  message: 'It was not found',
  retry: false,
  advice: 'Check the id.',
  reached_by: 'GET /cards/{id}',
  operations: ['GET /cards/{card_id}'],
  met: 0,
  ...change,
})
const entries = [
  entry('card_dne', { met: 2 }),
  entry('vendor_err', {
    status: 424,
    area: 'kyc',
    reached_by: null,
    operations: [],
    meaning: 'The Vendor is away.',
  }),
  entry('kyc_dne', { area: 'kyc', operations: ['POST /kyc/webhook', 'POST /accounts'] }),
]
const found = (change: Partial<typeof everyError>) =>
  findErrors(entries, { ...everyError, ...change }).map(({ code }) => code)

test('a search finds every word, in any case, in code, meaning, area, message or operation', () => {
  expect(found({})).toEqual(['card_dne', 'vendor_err', 'kyc_dne'])
  expect(found({ q: 'DNE' })).toEqual(['card_dne', 'kyc_dne'])
  expect(found({ q: 'away vendor' })).toEqual(['vendor_err'])
  expect(found({ q: 'kyc not found' })).toEqual(['vendor_err', 'kyc_dne'])
  expect(found({ q: 'post /accounts' })).toEqual(['kyc_dne'])
  expect(found({ q: '/cards' })).toEqual(['card_dne'])
  expect(found({ q: 'spoon' })).toEqual([])
})

test('filters combine', () => {
  expect(found({ area: 'kyc' })).toEqual(['vendor_err', 'kyc_dne'])
  expect(found({ area: 'kyc', status: '404' })).toEqual(['kyc_dne'])
  expect(found({ reached: 'armed' })).toEqual(['vendor_err'])
  expect(found({ reached: 'naturally', met: 'no' })).toEqual(['kyc_dne'])
  expect(found({ met: 'yes' })).toEqual(['card_dne'])
  expect(
    [everyError, { ...everyError, q: 'x' }, { ...everyError, met: 'no' as const }].map(isFiltered),
  ).toEqual([false, true, true])
})

test('calls raise the counts of their codes', () => {
  expect(tallyOf(entries, 'area')).toEqual([
    ['cards', 1],
    ['kyc', 2],
  ])
  expect(metOf(entries)).toBe(1)
  const counted = countCodes(
    entries,
    new Map([
      ['kyc_dne', 2],
      ['card_dne', 1],
      ['elsewhere', 1],
    ]),
  )
  expect(counted.map(({ met }) => met)).toEqual([3, 0, 2])
  expect(metOf(counted)).toBe(2)
  expect(countCodes(entries, new Map([['elsewhere', 1]]))).toBe(entries)
})

test('the arm form sends only its input', () => {
  expect(orderOf(callFields, nextCall)).toEqual({ times: 1 })
  expect(
    orderOf(callFields, {
      ...nextCall,
      method: 'POST',
      path: ' /cards/* ',
      identity: 'demo',
      times: '',
      after: '2',
      probability: '0.5',
      delay_ms: '250',
    }),
  ).toEqual({
    method: 'POST',
    path: '/cards/*',
    identity: 'demo',
    after: 2,
    probability: 0.5,
    delay_ms: 250,
  })
  const usual = { ...nextCall, times: '', after: '0', probability: '1', delay_ms: '0' }
  expect(orderOf(callFields, usual)).toEqual({})
})

test.each([
  [{ status: '503', body: '' }, { status: 503 }],
  [
    { status: '504', body: '<h1>Gateway</h1>' },
    { status: 504, body: '<h1>Gateway</h1>' },
  ],
  [
    { status: '429', body: '{"wait":1}' },
    { status: 429, body: { wait: 1 } },
  ],
  [{ outcome: 'reset', status: '429', body: 'x' }, { outcome: 'reset' }],
  [{ outcome: 'hang' }, { outcome: 'hang' }],
])('an armed error without a code is armed by its content: %j', (armed, order) => {
  expect(orderOf(answerFields, { ...nextCall, times: '', ...armed })).toEqual(order)
})

test('the arming has a command', () => {
  expect(armCommand({ code: 'card_dne', path: '/cards/*', times: 2, delay_ms: 250 })).toBe(
    "npx webhook-sandbox arm card_dne --path '/cards/*' --times 2 --delay 250ms",
  )
  expect(armCommand({ status: 503, body: { wait: 1 } })).toBe(
    `npx webhook-sandbox arm 503 --body '{"wait":1}'`,
  )
  expect(armCommand({ outcome: 'reset' })).toBe('npx webhook-sandbox arm reset')
})

const access = { base_url: 'http://127.0.0.1:4400/api/v0.1', authorization: 'demo', identity: 'ada' }
const sampleId = '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'
const demand = (operation: string | undefined) =>
  errorCurl(
    entry('card_dne', { operations: operation === undefined ? [] : [operation, 'GET /else'] }),
    access,
  )

test.each([
  ['GET /cards/{card_id}', 'GET', `/cards/${sampleId}`],
  ['GET /accounts/{account_id}/statements/{yyyy}/{mm}', 'GET', `/accounts/${sampleId}/statements/2026/01`],
  [undefined, 'GET', '/webhooks'],
])('a code is requested from its first operation, if any: %s', (operation, method, path) => {
  expect(demand(operation)).toBe(
    `curl -X ${method} 'http://127.0.0.1:4400/api/v0.1${path}' \\
  -H 'Authorization: demo' \\
  -H 'Identity: ada' \\
  -H 'Sandbox-Error: card_dne'`,
  )
})

test.each(['POST', 'PATCH', 'DELETE'])('with a body where it is a %s', (method) => {
  expect(demand(`${method} /customers/{customer_id}`)).toBe(
    `curl -X ${method} 'http://127.0.0.1:4400/api/v0.1/customers/${sampleId}' \\
  -H 'Authorization: demo' \\
  -H 'Identity: ada' \\
  -H 'Content-Type: application/json' \\
  -H 'Sandbox-Error: card_dne' \\
  --data-binary '{}'`,
  )
})

const armed = (change: Partial<ArmedError> = {}): ArmedError => ({
  id: 'arm_1',
  seq: 1,
  code: 'card_dne',
  status: null,
  body: null,
  outcome: null,
  method: null,
  path: null,
  identity: null,
  times: null,
  after: 0,
  probability: null,
  delay_ms: 0,
  source: 'api',
  matched: 0,
  fired: 0,
  created_at: '2026-01-01T09:00:00.000000Z',
  ...change,
})

test('an armed error shows its effect, its calls and its progress', () => {
  const plain = armed()
  expect([armedWhat(plain), armedFor(plain), armedHow(plain), armedTally(plain)]).toEqual([
    'card_dne',
    'any call',
    '',
    'fired 0 · matched 0',
  ])
  const full = armed({ method: 'POST', path: '/cards/*', identity: 'demo', times: 2, after: 1, fired: 1 })
  expect([armedFor(full), armedHow({ ...full, probability: 0.5, delay_ms: 250 }), armedTally(full)]).toEqual([
    'POST /cards/* as demo',
    '2 times · after 1 call · with probability 0.5 · 250 ms late',
    'fired 1 of 2 · matched 0',
  ])
  expect(armedFor(armed({ method: 'POST' }))).toBe('any POST')
  expect(armedHow(armed({ source: 'config' }))).toBe('from the configuration')
  expect([armed(), armed({ times: 2, fired: 1 }), armed({ times: 2, fired: 2 })].map(isErrorSpent)).toEqual([
    false,
    false,
    true,
  ])
})

test('a call without a response shows a reset or a hang, as its row does', () => {
  const signOf = (status: number, outcome: 'reset' | 'hang' | null = null) => callSign({ status, outcome })
  expect([signOf(0, 'reset'), signOf(0, 'hang'), signOf(201), signOf(404)]).toEqual([
    { tone: 'bad', text: 'reset' },
    { tone: 'bad', text: 'no answer' },
    { tone: 'quiet', text: '201' },
    { tone: 'bad', text: '404' },
  ])
})

test('a disarmed error stays disarmed when an older list arrives later', async () => {
  vi.stubGlobal('addEventListener', () => {})
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async () => {
    await answered
    return Response.json({ errors: entries, beyond_dictionary: [], armed_errors: [armed({ id: 'arm_1' })] })
  })
  const { armedErrors, readErrors, takeArmed } = await import('../../ui/errors/errors.ts')
  const read = readErrors()
  takeArmed({ id: 'arm_1', deleted: true })
  answer()
  await read
  expect(armedErrors.value).toEqual([])
})
