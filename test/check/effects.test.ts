import { expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { type Asked, checked, hastened, idIn, probeOf, rightAnswer, startAnswering } from './world.ts'

const only = ['effects']
type Commit = (asked: Asked) => Promise<void> | void

/** A receiver that commits each event once by its id, or each request. */
const startCommitting = (commit: Commit, { isOnce = true } = {}) => {
  const seen = new Set<string>()
  return startAnswering(async (asked) => {
    const status = rightAnswer(asked)
    if (status !== 200 || (isOnce && seen.has(idIn(asked)))) return status
    seen.add(idIn(asked))
    await commit(asked)
    return status
  })
}
/** A server that answers what was committed. */
const startCounter = (text: () => string) => startAnswering(() => ({ status: 200, body: text() }))

const resultsOf = async (sandbox: TestSandbox, order: Record<string, unknown>) => {
  const check = await checked(sandbox, { only, ...order })
  return Object.fromEntries(
    check.probes.filter(({ group }) => group === 'effects').map(({ id, result }) => [id, result]),
  )
}
const allPass = {
  'one-effect-per-event': 'pass',
  'one-effect-on-duplicate': 'pass',
  'one-effect-on-concurrent-duplicate': 'pass',
  'one-effect-on-retry': 'pass',
  'no-effect-when-refused': 'pass',
  'effect-before-answer': 'pass',
}

test.each<[string, (keys: string[]) => string]>([
  ['a number', (keys) => `${keys.length}\n`],
  ['lines with a key each', (keys) => keys.join('\n')],
  ['a JSON list of keys', (keys) => JSON.stringify(keys)],
])('effects are counted by %s', async (_, text) => {
  const sandbox = await startSandbox({}, hastened())
  const keys: string[] = ['evt_before']
  const counter = await startCounter(() => text(keys))
  const effects = { url: counter.url }
  const right = await startCommitting((asked) => void keys.push(idIn(asked)))
  expect(await resultsOf(sandbox, { url: right.url, effects })).toEqual(allPass)

  const twice = await startCommitting((asked) => void keys.push(idIn(asked)), { isOnce: false })
  const check = await checked(sandbox, { url: twice.url, effects, only })
  expect(probeOf(check, 'one-effect-on-duplicate').fact).toEqual({ code: 'effects', counted: 2, expected: 1 })
  expect(probeOf(check, 'one-effect-on-concurrent-duplicate').fact).toMatchObject({ counted: 2 })
  expect(probeOf(check, 'one-effect-per-event').result).toBe('pass')
})

test('a receiver reports its effects to the beacon, by keys that the check knows or not', async () => {
  const sandbox = await startSandbox({}, hastened())
  const report = async (key: string) => (await sandbox.request('POST', '/sandbox/effects', { key })).status
  for (const keyOf of [idIn, (asked: Asked) => `order-${idIn(asked)}`]) {
    const receiver = await startCommitting(async (asked) => {
      expect(await report(keyOf(asked))).toBe(202)
    })
    expect(await resultsOf(sandbox, { url: receiver.url, effects: { beacon: true } })).toEqual(allPass)
  }
  expect(await report('nobody asks')).toBe(202)
  expect(await report('x'.repeat(5000))).toBe(202)
  expect((await sandbox.request('POST', '/sandbox/effects', { key: 7 })).status).toBe(422)
})

test('an effect after the answer is a note, which costs nothing', async () => {
  const sandbox = await startSandbox({}, hastened())
  const keys: string[] = []
  const counter = await startCounter(() => JSON.stringify(keys))
  const receiver = await startCommitting((asked) => {
    setTimeout(() => keys.push(idIn(asked)), 30)
  })
  const check = await checked(sandbox, { url: receiver.url, effects: { url: counter.url }, only })
  expect(probeOf(check, 'effect-before-answer')).toMatchObject({
    result: 'note',
    fact: { code: 'effect_later' },
  })
  expect(check).toMatchObject({ score: 100, failed: 0, warned: 0, noted: 1 })
})

test('an effect of a refused request fails', async () => {
  const sandbox = await startSandbox({}, hastened())
  const keys: string[] = []
  const counter = await startCounter(() => JSON.stringify(keys))
  const receiver = await startAnswering((asked) => {
    keys.push(idIn(asked))
    return rightAnswer(asked)
  })
  const check = await checked(sandbox, {
    url: receiver.url,
    effects: { url: counter.url },
    only: ['one-effect-per-event', 'no-effect-when-refused'],
  })
  expect(probeOf(check, 'no-effect-when-refused')).toMatchObject({
    result: 'fail',
    fact: { code: 'effects', expected: 0 },
  })
})

test('without a counter the probes are skipped; with one that cannot be read they are unknown', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startCommitting(() => {})
  const without = await resultsOf(sandbox, { url: receiver.url })
  expect(new Set(Object.values(without))).toEqual(new Set(['skip']))
  const broken = await startCounter(() => '<html>')
  const unread = await resultsOf(sandbox, { url: receiver.url, effects: { url: broken.url } })
  expect(new Set(Object.values(unread))).toEqual(new Set(['unknown']))
})

test('a command is refused over HTTP, and a public address as by deliveries', async () => {
  const sandbox = await startSandbox({}, hastened())
  const receiver = await startCommitting(() => {})
  const order = { url: receiver.url, effects: { cmd: 'echo 1' } }
  expect((await sandbox.request('POST', '/sandbox/checks', order)).status).toBe(422)
  const blocked = await checked(sandbox, {
    url: receiver.url,
    effects: { url: 'http://192.0.2.1/count' },
    only: ['one-effect-per-event'],
  })
  expect(probeOf(blocked, 'one-effect-per-event').fact).toEqual({
    code: 'not_judged',
    reason: 'effects_unreadable',
  })
})
