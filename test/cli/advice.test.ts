import { expect, test } from 'vitest'
import { inCommands } from '../../server/cli/client.ts'
import { runHere } from './here.ts'

const flags = { calledAs: 'webhook-sandbox' }
const base = 'http://127.0.0.1:4400'

test.each([
  ['GET /sandbox/captures lists the stored captures.', 'webhook-sandbox captures lists the stored captures.'],
  [
    'GET /sandbox/endpoints lists every endpoint. POST /sandbox/endpoints creates an endpoint.',
    'webhook-sandbox endpoint list lists every endpoint. webhook-sandbox endpoint set NAME creates an endpoint.',
  ],
  ['GET /sandbox/catalogue/errors lists every code.', 'webhook-sandbox errors lists every code.'],
  [
    'GET /sandbox/deliveries?state=sending lists the deliveries with a running attempt.',
    'webhook-sandbox deliveries --state sending lists the deliveries with a running attempt.',
  ],
  ['Correct it, or send it anyway with "force": true.', 'Correct it, or send it anyway with --force.'],
  ['Wait, or rotate with "overlap": "0s".', 'Wait, or rotate with --overlap 0s.'],
  [
    'GET /sandbox/deliveries?q=evt_1 lists its deliveries.',
    'webhook-sandbox deliveries --q evt_1 lists its deliveries.',
  ],
  [
    'GET /sandbox/subscriptions lists every subscription.',
    'webhook-sandbox subscriptions lists every subscription.',
  ],
  ['GET /sandbox/catalogue/events lists every name.', 'webhook-sandbox trigger --help lists every name.'],
  ['GET /sandbox/fault-rules lists every rule.', 'webhook-sandbox fault-rule list lists every rule.'],
  [
    'POST /sandbox/scenarios/kyc-fails/run runs it again.',
    'webhook-sandbox scenario run kyc-fails runs it again.',
  ],
  [
    'Pause the run first: POST /sandbox/runs/run_1/pause.',
    'Pause the run first: webhook-sandbox scenario pause run_1.',
  ],
  [
    'GET /sandbox/captures/cap_1/body returns the bytes that arrived.',
    'webhook-sandbox capture body cap_1 returns the bytes that arrived.',
  ],
  ...[
    ['deliveries/dlv_1', 'deliveries dlv_1'],
    ['captures/cap_1', 'capture show cap_1'],
    ['runs/run_1', 'scenario runs run_1'],
  ].map(([request, words]) => [
    `This is the id of another: GET /sandbox/${request} shows it.`,
    `This is the id of another: webhook-sandbox ${words} shows it.`,
  ]),
  ['GET /sandbox/calls/cal_1 shows it.', `GET ${base}/sandbox/calls/cal_1 shows it.`],
  [
    'Enable it with PATCH /api/v0.1/webhooks/89f530f8-7b79-4ca3-b8d4-4b60c08c7329 and resend.',
    'Enable it with webhook-sandbox subscription set 89f530f8-7b79-4ca3-b8d4-4b60c08c7329 --enable and resend.',
  ],
])('%s is printed as a command', (fix, told) => {
  expect(inCommands(fix, flags, base)).toBe(told)
})

test.each([
  'GET /sandbox/deliveries?state=blown lists those that are.',
  'GET /sandbox/openapi/sandbox.json lists every route.',
])('%s is printed with its whole address if no command does it', (fix) => {
  expect(inCommands(fix, flags, base)).toBe(fix.replace('GET ', `GET ${base}`))
})

test('what names an id that it does not tell stays', () => {
  const fix = 'GET /sandbox/captures/{id}/body returns the bytes that arrived.'
  expect(inCommands(fix, flags, base)).toBe(fix)
})

test.each([
  [['resend'], 'deliveries'],
  [['cancel'], 'deliveries'],
  [['fault-rule', 'remove'], 'fault-rule list'],
  [['capture', 'pin'], 'captures'],
  [['capture', 'replay'], 'captures'],
  [['scenario', 'run'], 'scenario list'],
])('a wrong call, %j, advises a command to the same sandbox', async (args, advised) => {
  const url = 'http://127.0.0.1:1'
  const { code, out, log } = await runHere([...args, '--url', url])
  expect([code, out, log]).toEqual([
    1,
    [],
    [expect.stringMatching(new RegExp(` with: webhook-sandbox ${advised} --url ${url}$`))],
  ])
})
