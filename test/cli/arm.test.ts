import { expect } from 'vitest'
import type { ArmedError } from '../../server/wire.ts'
import { quick, test } from '../helpers/long.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere } from './here.ts'

const armedAt = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ armed_errors: ArmedError[] }>('/sandbox/armed-errors')).armed_errors

quick('arm makes matching calls fail, and what it prints to disarm them does so', async () => {
  const sandbox = await startSandbox()
  const conditions = [
    '--method',
    'get',
    '--path',
    '/web*',
    '--identity',
    'demo',
    '--times',
    '2',
    '--after',
    '1',
  ]
  const { code, out, log } = await runAt(sandbox, 'arm', 'insufficient_funds', ...conditions)
  const [[said = ''], [further = '']] = [out, log]
  expect([code, out.length]).toEqual([0, 1])
  expect(said).toMatch(
    /^arm_\w{26} armed: insufficient_funds on GET \/web\*, identity demo, after 1 matching call, 2 times$/,
  )
  expect((await sandbox.call('GET', '/webhooks')).status).toBe(200)
  expect((await sandbox.call('GET', '/webhooks')).body).toMatchObject({ Code: 'insufficient_funds' })

  expect(further).toMatch(/^Disarm it with: webhook-sandbox disarm arm_\w{26} --url /)
  const disarmed = await runHere(further.split(' ').slice(4))
  expect(disarmed.out).toEqual([`${said.replace('armed', 'disarmed')}; matched 2, fired 1`])
  expect((await sandbox.call('GET', '/webhooks')).status).toBe(200)
})

quick.each([
  [['503', '--body', '{"down":true}'], { status: 503, body: { down: true }, code: null }],
  [['502', '--body', '<h1>Bad Gateway</h1>'], { status: 502, body: '<h1>Bad Gateway</h1>' }],
  [['504'], { status: 504, outcome: null }],
  [['reset', '--probability', '.5'], { outcome: 'reset', probability: 0.5, status: null }],
  [['hang', '--delay', '1.5s'], { outcome: 'hang', delay_ms: 1500 }],
])('arm %j says to the sandbox what was meant', async (args, expected) => {
  const sandbox = await startSandbox()
  const { out } = await runAt(sandbox, 'arm', ...args, '--json')
  const answer = JSON.parse(out.join())
  expect(answer).toMatchObject({ armed_error: expected })
  expect(await armedAt(sandbox)).toEqual([answer.armed_error])
})

quick('a body of JSON is answered with the digits that were typed', async () => {
  const sandbox = await startSandbox()
  const body = '{"id":12345678901234567890,"amount":1.00}'
  await runAt(sandbox, 'arm', '500', '--body', body)
  expect(await (await fetch(`${sandbox.url}/api/v0.1/webhooks`)).text()).toBe(body)
})

quick.each([
  ['/cardz', [], '/cardz matches no call of the platform; did you mean /cards?'],
  [
    '/cards',
    ['--method', 'DELETE'],
    'DELETE /cards matches no call of the platform; there is POST, GET at this path',
  ],
  ['/cards/{card_id}', [], undefined],
  ['/customers', ['--method', 'GET'], undefined],
])('arm at %s %j says where it meets no call', async (path, method, told) => {
  const { code, log } = await runAt(await startSandbox(), 'arm', 'card_dne', '--path', path, ...method)
  expect(code).toBe(0)
  expect(log.filter((line) => !line.startsWith('Disarm it'))).toEqual(told === undefined ? [] : [told])
})

quick.each([
  ['rest', 'Did you mean the outcome reset?'],
  ['hnag', 'Did you mean the outcome hang?'],
])('arm %s is answered with the outcome that is meant', async (typed, told) => {
  const { code, log } = await runAt(await startSandbox(), 'arm', typed)
  expect([code, log]).toEqual([
    1,
    [`code: there is no error code ${typed}. ${told} Correct the fields named.`],
  ])
})

quick('disarm without an id lists what is armed, oldest first, and says what to do', async () => {
  const sandbox = await startSandbox()
  expect((await runAt(sandbox, 'disarm')).log).toEqual([
    `No error is armed. Arm one with: webhook-sandbox arm CODE --url ${sandbox.url}`,
  ])
  await runAt(sandbox, 'arm', '503', '--times', '1')
  await runAt(sandbox, 'arm', 'reset', '--path', '/cards/*', '--delay', '500ms', '--probability', '0.5')
  await sandbox.call('GET', '/webhooks')
  const [second, first] = await armedAt(sandbox)
  const { code, out, log } = await runAt(sandbox, 'disarm')
  expect(code).toBe(0)
  expect(out).toEqual([
    `${first?.id} armed: 503 on every call, 1 time; matched 1, fired 1, used up`,
    `${second?.id} armed: reset on /cards/*, with probability 0.5, delayed by 500 ms; matched 0, fired 0`,
  ])
  expect(log).toEqual([
    '',
    `Disarm one with: webhook-sandbox disarm ID --url ${sandbox.url}`,
    `Disarm all with: webhook-sandbox disarm --all --url ${sandbox.url}`,
  ])
  expect(await armedAt(sandbox)).toEqual([second, first])
})

quick('the text of an armed error does not steer the terminal', async () => {
  const sandbox = await startSandbox()
  const [path, identity] = ['/x\u001b[31m\u202e', '\u001b]0;pwn\u0007']
  const at = async (...args: string[]) => (await runHere([...args, '--url', sandbox.url])).out
  const arm = ['arm', '503', '--path', path, '--identity', identity]
  for (const args of [arm, ['disarm'], ['disarm', '--all']])
    expect((await at(...args))[0]).toContain('503 on /x␛[31m\ufffd, identity ␛]0;pwn␇')
  const [armed = ''] = await at(...arm, '--json')
  const [listed = ''] = await at('disarm', '--json')
  expect(armed + listed).not.toMatch(/[\p{Cc}\u202e]/u)
  const { armed_error } = JSON.parse(armed)
  expect(armed_error).toMatchObject({ path, identity })
  expect(JSON.parse(listed)).toEqual(armed_error)
})

test('disarm --all removes everything, however much it is', async () => {
  const sandbox = await startSandbox()
  for (let i = 0; i < 501; i++) await sandbox.post('/sandbox/armed-errors', { status: 503 })
  const { code, out } = await runAt(sandbox, 'disarm', '--all', '--json')
  const removed = (JSON.parse(out.join()).armed_errors as { id: string }[]).map(({ id }) => id)
  expect([code, new Set(removed).size]).toEqual([0, 501])
  expect(await armedAt(sandbox)).toEqual([])
})

quick.each([
  [['arm', 'insufficent_funds'], 'Did you mean insufficient_funds? webhook-sandbox errors'],
  [['arm', '503', '--probability', '2'], 'probability'],
  [['arm', '503', '--probability', 'often'], 'The value must be a number such as 0.5.'],
  [['arm', '503', '--delay', 'soon'], 'The value must be a duration such as 500ms or 2s.'],
  [['arm', 'insufficient_funds', '--body', 'text'], 'body'],
  [['disarm', 'arm_nobody'], 'arm_nobody'],
  [['disarm', 'arm_nobody', '--all'], 'An id and --all cannot be combined.'],
])('%j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/armed-errors', { status: 503 })
  const { code, out, log } = await runAt(sandbox, ...args)
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
  expect(await armedAt(sandbox)).toHaveLength(1)
})
