import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indexLagWords } from '../../server/words/search-hint.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { runHere, startHere } from './here.ts'
import { startStub } from './stub.ts'

const waitAt = (sandbox: Pick<TestSandbox, 'url'>, ...args: string[]) =>
  runHere(['wait', ...args, '--url', sandbox.url])

/** Three events brought to an endpoint that verifies them. */
async function brought() {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/a`)
  for (const event of ['card.created', 'card.status.closed', 'kyc.verification.error'])
    await sandbox.trigger(event)
  await sandbox.settle()
  return sandbox
}

test('it ends with 0 where it is met, and prints what matched', async () => {
  const sandbox = await brought()
  const { code, out, log } = await waitAt(
    sandbox,
    ...['capture', '--event', 'card.*', '--verdict', 'verified', '--endpoint', 'a', '--count', '2'],
  )
  expect([code, log]).toEqual([0, []])
  expect(out.map((line) => line.replace(/^\S+ /, '').replace(/cap_\w+/, 'cap_1'))).toEqual(
    Array(2).fill(expect.stringMatching(/^==> \/in\/a Card •••• \d{4} .* verified cap_1$/)),
  )
})

test.for([
  ['delivery', '--state', 'succeeded', '--count', '3'],
  ['event', '--event', 'card.*'],
  ['capture', '--in-order', 'card.created,kyc.*'],
  ['capture', '--event', 'card.wallet.*', '--none', '--timeout', '0'],
  ['capture', '-q', 'card_id', '--method', 'post', '--path', '/in/*'],
])('wait %j is met', async (args) => {
  expect((await waitAt(await brought(), ...args)).code).toBe(0)
})

test('absence that the sandbox cannot see ends with 1', async () => {
  const lagging = { met: false, timed_out: true, matched: [], since: 0, newest_match_at: null, index_lag: 3 }
  const stub = await startStub({ 'GET /sandbox/wait?kind=capture&q=word&none=true&timeout_ms=0': lagging })
  const { code, out, log } = await waitAt(stub, 'capture', '-q', 'word', '--none', '--timeout', '0')
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(indexLagWords(3))
})

test('a later record ends the wait', async () => {
  const sandbox = await startSandbox()
  const waiting = startHere(['wait', 'capture', '--timeout', '60s', '--url', sandbox.url])
  await sandbox.request('POST', '/in/a', 'x')
  expect(await waiting.ended).toBe(0)
  expect(waiting.out[0]).toContain('==> /in/a unsigned')
})

test('it ends with 1 where it is not met, and says what came instead and what came closest', async () => {
  const sandbox = await brought()
  const args = ['capture', '--event', 'card.created', '--count', '2', '--timeout', '10ms']
  const { code, out, log } = await waitAt(sandbox, ...args)
  expect([code, out.length]).toEqual([1, 1])
  expect(log).toHaveLength(4)
  expect(log.at(-1)).toMatch(/\bcap_\w+, has event kyc\.verification\.error, not card\.created\.$/)
})

test('on a miss the newest five other records are printed, newest first, each with its age', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const ids: string[] = []
  for (let times = 0; times < 7; times++) {
    ids.unshift((await sandbox.trigger('card.created')).events[0]?.id ?? '')
    await sandbox.clock({ advance: '1m' })
  }
  const { log } = await waitAt(sandbox, 'event', '--event', 'kyc.*', '--timeout', '0')
  const records = log.flatMap((line) => /^(\d min) ago .*(evt_\w+)$/.exec(line)?.slice(1).join(' ') ?? [])
  expect(records).toEqual(ids.slice(0, 5).map((id, at) => `${at + 1} min ${id}`))
})

test('without --since only the records of the session count, and --since start takes all', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created')
  const inSession = (...args: string[]) =>
    runHere([...args, '--url', sandbox.url], {
      session: () => `a; command=${args.join('').replace(/\W/g, '')}`,
    })
  const wait = ['wait', 'event', '--event', 'card.created', '--timeout', '0']
  const missed = await inSession(...wait)
  expect([missed.code, missed.log.at(-1)]).toEqual([1, expect.stringContaining(' --since start')])
  expect((await inSession(...wait, '--since', 'start')).code).toBe(0)
  await inSession('trigger', 'card.created')
  expect((await inSession(...wait)).code).toBe(0)
  expect((await inSession(...wait)).code).toBe(1)
})

test('none: what came after all is printed, with exit code 1', async () => {
  const { code, out, log } = await waitAt(await brought(), 'capture', '--event', 'card.created', '--none')
  expect([code, out.length, log.length]).toEqual([1, 1, 1])
  expect(log[0]).toMatch(/\bcap_\w+\b/)
})

test.for([
  [['--event', 'card.craeted'], 'No event of the platform fits card.craeted. Did you mean card.created?'],
  [['--endpoint', 'aa'], 'No endpoint has the name aa. Did you mean a?'],
  [['--method', 'psot'], 'psot is not an HTTP method. Did you mean POST?'],
  [['-q', 'card:craeted'], /^card is not a filter, so "card:craeted" was searched as text\. /],
] as const)('none: an impossible filter also succeeds, so %j is reported', async ([args, told]) => {
  const asked = ['capture', ...args, '--none', '--timeout', '0']
  const { code, out, log } = await waitAt(await brought(), ...asked)
  expect([code, out, log.length]).toEqual([0, [], 1])
  expect(log[0]).toMatch(told)
})

test('in order: missing records and records before their turn are printed', async () => {
  const args = ['capture', '--in-order', 'kyc.*,card.created', '--timeout', '10ms']
  const { code, log } = await waitAt(await brought(), ...args)
  expect(code).toBe(1)
  expect(log.at(-1)).toMatch(/ of card\.created .* after 1 in order\. cap_\w+ of card\.created /)
})

test('where nothing came at all it says so', async () => {
  const { code, log } = await waitAt(await startSandbox(), 'call', '--timeout', '0')
  expect([code, log]).toEqual([1, [expect.any(String)]])
})

test('where nothing came since a number, the older records are counted', async () => {
  const args = ['capture', '--since', '99999', '--timeout', '0']
  const { code, log } = await waitAt(await brought(), ...args)
  expect([code, log]).toEqual([1, [expect.stringMatching(/\b3 older .* --since start\.$/)]])
})

test('where too few came and nothing else it says so', async () => {
  const { code, log } = await waitAt(await brought(), 'event', '--count', '9', '--timeout', '0')
  expect([code, log]).toEqual([1, [expect.stringMatching(/^\d of 9 events /)]])
})

test('--json prints the whole answer, met or not', async () => {
  const sandbox = await brought()
  const { out } = await waitAt(sandbox, 'event', '--event', 'card.created', '--json')
  expect(JSON.parse(out[0] ?? '')).toMatchObject({ met: true, matched: [{ event: 'card.created' }] })
  const unmet = await waitAt(sandbox, 'event', '--event', 'nothing', '--timeout', '0', '--json')
  expect([unmet.code, unmet.out.length]).toEqual([1, 1])
  expect(JSON.parse(unmet.out[0] ?? '')).toMatchObject({
    met: false,
    closest: { missed: 'event', got: 'kyc.verification.error' },
  })
})

test.for([
  [['captures'], 'Did you mean capture?'],
  [['capture', '--state', 'failed'], 'state'],
  [['capture', '--count', 'x'], 'The value must be a whole number.'],
  [['capture', '--timeout', 'soon'], 'The value must be a duration'],
  [['capture', '--evnt', 'x'], "unknown option '--evnt'"],
  [[], "missing required argument 'kind'"],
  [['capture', '--none', '--count', '2'], 'none and count cannot be combined'],
] as const)('wait %j is a wrong call: exit code 2 and the next move', async ([args, says]) => {
  const { code, out, log } = await waitAt(await startSandbox(), ...args)
  expect([code, out]).toEqual([2, []])
  expect(log.join()).toContain(says)
})

test('records without a listing command are printed with their whole address', async () => {
  const sandbox = await startSandbox()
  const { log } = await waitAt(sandbox, 'capture', '--cause', 'nothing')
  expect(log.join()).toContain(` GET ${sandbox.url}/sandbox/catalogue/causes lists every value.`)
})

test('nobody there, or somebody else: exit code 2', async () => {
  expect((await waitAt({ url: 'http://127.0.0.1:1' }, 'capture')).code).toBe(2)
  expect((await waitAt(await startStub({}), 'capture')).code).toBe(2)
  const nowhere = join(ownFolder(), 'none.db')
  expect((await runHere(['wait', 'capture', '--data', nowhere])).code).toBe(2)
})

test('a long wait asks slice by slice, and the last answer counts', async () => {
  const slice = 'GET /sandbox/wait?kind=event&timeout_ms=60000'
  const next = 'GET /sandbox/wait?since=7&kind=event&timeout_ms=60000'
  const last = 'GET /sandbox/wait?since=7&kind=event&timeout_ms=30000'
  const unmet = { met: false, timed_out: true, since: 7, matched: [], arrived_instead: [], closest: null }
  let elapsed = 0
  const passed = () => {
    elapsed += 60_000
    return unmet
  }
  const stub = await startStub({
    [slice]: passed,
    [next]: passed,
    [last]: { met: true, timed_out: false, matched: [] },
  })
  const outside = {
    wallTime: () => 0,
    elapsed: () => elapsed,
    worked: () => 0,
    after: () => () => {},
    drawSeed: () => 1,
  }
  const args = ['wait', 'event', '--timeout', '150s', '--url', stub.url]
  expect((await runHere(args, { outside })).code).toBe(0)
  expect(stub.asked.map(({ path }) => path)).toEqual([slice, next, last])
})
