import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

/** Each command that lists, with the list of the API that it prints and whether its newest come last. */
const lists = [
  [['calls'], '/sandbox/calls', 'calls', 'last'],
  [['captures'], '/sandbox/captures', 'captures', 'last'],
  [['deliveries'], '/sandbox/deliveries', 'deliveries', 'last'],
  [['subscriptions'], '/sandbox/subscriptions', 'subscriptions', 'last'],
  [['scenario', 'runs'], '/sandbox/runs', 'runs', 'last'],
  [['endpoint', 'list'], '/sandbox/endpoints', 'endpoints', 'last'],
  [['fault-rule', 'list'], '/sandbox/fault-rules', 'fault_rules', 'last'],
  [['disarm'], '/sandbox/armed-errors', 'armed_errors', 'last'],
  [['scenario', 'list'], '/sandbox/scenarios', 'scenarios', 'as it is'],
  [['config'], '/sandbox/config', 'config', 'as it is'],
  [['code'], '/sandbox/catalogue/languages', 'languages', 'as it is'],
] as const

test('with --json, whatever is listed is a record a line, as the API lists it', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { id } = await sandbox.subscribe(`${new URL(sandbox.url).origin}/in/demo`)
  await sandbox.call('GET', '/cards')
  await sandbox.call('GET', '/accounts')
  for (const status of [503, 504]) await sandbox.post('/sandbox/armed-errors', { status, path: '/none' })
  for (let i = 0; i < 2; i++)
    await sandbox.post('/sandbox/events', { event: 'card.created', subscription_id: id })
  for (const fault of ['drop', 'unsigned']) await sandbox.post('/sandbox/fault-rules', { fault })
  await sandbox.post('/sandbox/scenarios/onboarding-passes/run', { paused: true })
  await sandbox.settle()
  for (const [words, path, plural, newest] of lists) {
    const rows = (await sandbox.get<Record<string, { met?: number }[]>>(path))[plural] ?? []
    const { code, out } = await runHere([...words, '--json', '--url', sandbox.url])
    expect(out.length, plural).toBeGreaterThan(0)
    const told = out.map((line) => JSON.parse(line) as unknown)
    expect([code, told], plural).toEqual([0, newest === 'last' ? rows.toReversed() : rows])
  }
})

test('with --json, nothing is printed of a list that is empty', async () => {
  const sandbox = await startSandbox()
  for (const words of [['endpoint', 'list'], ['fault-rule', 'list'], ['disarm']]) {
    const { code, out } = await runHere([...words, '--json', '--url', sandbox.url])
    expect([code, out]).toEqual([0, []])
  }
})

test('with --json, --all prints one document even if there is nothing to remove', async () => {
  const sandbox = await startSandbox()
  for (const [words, member] of [
    [['fault-rule', 'remove', '--all'], 'fault_rules'],
    [['disarm', '--all'], 'armed_errors'],
  ] as const) {
    const { code, out } = await runHere([...words, '--json', '--url', sandbox.url])
    expect([code, ...out.map((line) => JSON.parse(line))]).toEqual([0, { [member]: [] }])
  }
})
