import { expect, test } from 'vitest'
import { indexLagWords, searchHint } from '../../server/words/search-hint.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'
import { startStub } from './stub.ts'

/** A sandbox that has received and delivered something. */
async function world() {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver()).url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.call('GET', '/webhooks')
  return (...args: string[]) => runHere([...args, '--url', sandbox.url])
}

test.each([
  ['captures', 'endpoint, verdict', ['captures', 'nope:x']],
  ['deliveries', 'state, event', ['deliveries', '--q', 'nope:x']],
])('%s that find nothing by a filter that there is not say so', async (list, first, args) => {
  const ask = await world()
  for (const more of [[], ['--json']]) {
    const { code, out, log } = await ask(...args, ...more)
    expect([code, out]).toEqual([0, []])
    expect(log).toEqual([
      `No ${list} found.`,
      expect.stringContaining(
        `nope is not a filter, so "nope:x" was searched as text. The filters are ${first}`,
      ),
    ])
  }
})

test('every unknown filter is reported, and no address, phrase or known filter', async () => {
  const ask = await world()
  const words = ['event:none', 'http://127.0.0.1', '"nope:y"', '-one:1', 'two:"a b"']
  const { log } = await ask('captures', words.join(' '))
  expect(log.slice(1).map((line) => line.replace(/ was .*/, ''))).toEqual([
    'one is not a filter, so "-one:1"',
    'two is not a filter, so "two:"a b""',
  ])
})

test('a list with nothing in it says so, and one with something says nothing else', async () => {
  const ask = await world()
  expect((await ask('calls', '--path', '/none')).log).toEqual(['No calls found.'])
  expect((await ask('scenario', 'runs')).log).toEqual(['No runs found.'])
  const noMethod = 'psot is not an HTTP method. Did you mean POST?'
  expect((await ask('calls', '--method', 'psot')).log).toEqual(['No calls found.', noMethod])
  expect((await ask('calls', '--method', 'delete')).log).toEqual(['No calls found.'])
  expect((await ask('captures', 'method:psot')).log).toEqual(['No captures found.', noMethod])
  expect((await ask('captures', 'dlv_1')).log).toEqual([
    'No captures found.',
    'dlv_1 is the id of a delivery. To find its captures, search for delivery_id:dlv_1',
    searchHint,
  ])
  for (const list of ['calls', 'deliveries']) {
    const { out, log } = await ask(list)
    expect([out.length > 0, log]).toEqual([true, []])
  }
})

test.each(['capture delete', 'capture pin', 'capture replay', 'resend', 'cancel'])(
  '%s that meets nothing by a filter that there is not says so',
  async (command) => {
    const ask = await world()
    const { out, log } = await ask(...command.split(' '), '--q', 'nope:x')
    expect(out).toEqual([expect.stringMatching(/^0 /)])
    expect(log).toEqual([expect.stringMatching(/^nope is not a filter, so "nope:x" /)])
  },
)

test('a search that finds nothing names a missing subscription and the nearest one', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe((await startReceiver()).url)
  const ask = (...args: string[]) => runHere([...args, '--url', sandbox.url])
  const wrong = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  for (const [given, told] of [
    [id, []],
    [wrong, [`No subscription has the id ${wrong}. Did you mean ${id}?`]],
    [id.slice(0, 8), []],
    [`nope,${id}`, ['No subscription has the id nope.']],
  ] as const) {
    const list = await ask('deliveries', '--subscription', given)
    expect(list.log).toEqual(['No deliveries found.', ...told])
    for (const act of ['resend', 'cancel', 'attempt-now'])
      expect((await ask(act, '--subscription', given)).log).toEqual(told)
    const wait = await ask('wait', 'delivery', '--subscription', given, '--timeout', '0')
    expect([wait.code, wait.log.slice(0, -1)]).toEqual([1, told])
    const none = await ask('wait', 'delivery', '--none', '--subscription', given, '--timeout', '0')
    expect([none.code, none.log]).toEqual([0, told])
  }
})

test('captures, their actions and a wait say if the endpoint does not exist yet', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/sandbox/endpoints', { name: 'orders' })
  const ask = (...args: string[]) => runHere([...args, '--url', sandbox.url])
  const told = ['No endpoint has the name order. Did you mean orders?']
  expect((await ask('captures', 'endpoint:order')).log).toEqual(['No captures found.', ...told])
  expect((await ask('captures', 'endpoint:orders')).log).toEqual(['No captures found.'])
  const exported = await ask('capture', 'export', '--q', 'endpoint:order')
  expect([exported.code, exported.out, exported.log]).toEqual([0, [], ['No captures found.', ...told]])
  const without = await runHere(['captures', '--url', sandbox.url, '--', '-endpoint:order'])
  expect(without.log).toEqual(['No captures found.'])
  for (const act of ['replay', 'pin', 'delete'])
    expect((await ask('capture', act, '--q', 'endpoint:order')).log).toEqual(told)
  const wait = await ask('wait', 'capture', '--endpoint', 'order', '--timeout', '0')
  expect([wait.code, wait.log.slice(0, -1)]).toEqual([1, told])
})

test('the closest record of a wait lacks the words, not an unknown filter', async () => {
  const ask = await world()
  const { code, log } = await ask('wait', 'delivery', '--q', 'id:x', '--timeout', '0')
  expect([code, log.at(-1)]).toEqual([1, expect.stringMatching(/, has no q id:x\.$/)])
})

test.each([
  ['card.creatd', ['No event of the platform fits card.creatd. Did you mean card.created?']],
  ['crd.*,card.created', ['No event of the platform fits crd.*. Did you mean card.*?']],
  ['kyb.*', []],
])(
  'deliveries, their actions and a wait that find nothing say if no event matches %s',
  async (event, told) => {
    const ask = await world()
    const list = await ask('deliveries', '--event', event, '--state', 'failed')
    expect(list.log).toEqual(['No deliveries found.', ...told])
    for (const act of ['resend', 'cancel', 'attempt-now'])
      expect((await ask(act, '--event', event, '--state', 'failed')).log).toEqual(told)
    const wait = await ask('wait', 'delivery', '--event', event, '--state', 'failed', '--timeout', '0')
    expect([wait.code, wait.log.filter((line) => line.startsWith('No event of'))]).toEqual([1, told])
    const turns = await ask('wait', 'delivery', '--in-order', event, '--state', 'failed', '--timeout', '0')
    expect([turns.code, turns.log.filter((line) => line.startsWith('No event of'))]).toEqual([1, told])
  },
)

test.each([
  ['captures', 'q', ['word']],
  ['calls', 'path', ['--path', 'word']],
  ['deliveries', 'q', ['--q', 'word']],
])('%s says how many records it cannot find yet', async (list, name, args) => {
  const stub = await startStub({
    'GET /sandbox/health': { seq: 1, now: '2026-01-01T00:00:00.000000Z', platform: {} },
    [`GET /sandbox/${list}?${name}=word&limit=20`]: { [list]: [], next: null, index_lag: 3 },
  })
  const { log } = await runHere([list, ...args, '--url', stub.url])
  expect(log[0]).toBe(indexLagWords(3))
})
