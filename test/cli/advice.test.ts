import { expect, test } from 'vitest'
import { inCommands } from '../../server/cli/client.ts'
import { type Act, call, field, said } from '../../server/words/act.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

const flags = { calledAs: 'webhook-sandbox' }
const base = 'http://127.0.0.1:4400'

test.each<[Act, string]>([
  [call('listCaptures'), 'webhook-sandbox captures'],
  [call('makeEndpoint'), 'webhook-sandbox endpoint set NAME'],
  [call('listErrors'), 'webhook-sandbox errors'],
  [call('listDeliveries', { state: 'sending' }), 'webhook-sandbox deliveries --state sending'],
  [call('listDeliveries', { q: 'evt_1' }), 'webhook-sandbox deliveries --q evt_1'],
  [call('listEventKinds'), 'webhook-sandbox trigger --help'],
  [call('runScenario', { name: 'kyc-fails' }), 'webhook-sandbox scenario run kyc-fails'],
  [call('runScenario', { name: 'two words' }), "webhook-sandbox scenario run 'two words'"],
  [call('pauseRun', { id: 'run_1' }), 'webhook-sandbox scenario pause run_1'],
  [call('getCaptureBody', { id: 'cap_1' }), 'webhook-sandbox capture body cap_1'],
  [call('getCaptureBody'), 'webhook-sandbox capture body ID'],
  [call('getCapture', { id: 'cap_1' }), 'webhook-sandbox capture show cap_1'],
  [call('getDelivery', { id: 'dlv_1' }), 'webhook-sandbox deliveries dlv_1'],
  [call('getRun', { id: 'run_1' }), 'webhook-sandbox scenario runs run_1'],
  [
    call('changeSubscription', { id: '89f530f8', status: 'enabled' }),
    'webhook-sandbox subscription set 89f530f8 --enable',
  ],
  [
    call('changeSubscription', { handshake: 'slack' }),
    'webhook-sandbox subscription set ID --handshake slack',
  ],
  [field('force', true), '--force'],
  [field('overlap', '0s'), '--overlap 0s'],
  [call('getCall', { id: 'cal_1' }), `GET ${base}/sandbox/calls/cal_1`],
  [call('getSandboxDocument'), `GET ${base}/sandbox/openapi/sandbox.json`],
])('$request is printed as a command, or with its whole address if no command does it', (act, told) => {
  expect(inCommands(said`Then ${act} helps.`, flags, base)).toBe(`Then ${told} helps.`)
})

test('a command that a refusal recommends is for the same sandbox', async () => {
  const sandbox = await startSandbox()
  const { log } = await runHere(['deliveries', 'cap_1', '--url', sandbox.url])
  expect(log.join('\n')).toContain(
    `This is the id of a capture: webhook-sandbox capture show cap_1 --url ${sandbox.url} shows it.`,
  )
})

test('what a sandbox says in the form of a request stays as it is', () => {
  const fix = 'Your receiver said "GET /sandbox/captures".'
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
