import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSets } from '../../server/cli/sets.ts'
import type { StartError } from '../../server/failures.ts'
import type { EventRow } from '../../server/wire.ts'
import { addressName } from '../../server/words/receiver.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere } from './here.ts'
import { run } from './run.ts'

const fixOf = (sets: string[]) => {
  try {
    return readSets(sets)
  } catch (error) {
    return (error as StartError).fix
  }
}

test('--set reads text after = and JSON after :=, and keeps what follows a second =', () => {
  expect(readSets(['card.last_four=4242', 'a:=null', 'b:=[1]', 'url=x=y', 'empty='])).toEqual({
    'card.last_four': '4242',
    a: null,
    b: [1],
    url: 'x=y',
    empty: '',
  })
  expect(fixOf(['card.last_four'])).toMatch(/^Write --set card\.last_four=TEXT for text/)
  expect(fixOf(['deposit'])).toMatch(/^Write --set deposit=TEXT for text/)
  expect(fixOf(['=4'])).toMatch(/^Write --set name=TEXT for text/)
  expect(() => readSets(['a:=nope'])).toThrow('is not valid JSON')
  expect(() => readSets(['a=1', 'b=1', 'a:=2'])).toThrow('--set a was given twice.')
})

test('trigger finds the sandbox by the file beside its database, and prints what it made', async () => {
  const cwd = ownFolder()
  const sandbox = await startSandbox({ data: join(cwd, '.sandbox/sandbox.db'), bare: false })
  const { code, stdout, stderr } = await run(['trigger', 'card.created', '--set', 'card.last_four=4242'], {
    cwd,
  })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^card\.created Card •••• 4242 created .*(evt_\w{26})\n {2}--> The built-in receiver dlv_\w{26}\n$/,
  )
  const id = /evt_\w+/.exec(stdout)?.[0]
  expect((await sandbox.event(id ?? '')).payload).toMatchObject({ card: { last_four: '4242' } })
})

test('trigger takes a whole payload from a file, a count, and answers JSON on request', async () => {
  const sandbox = await startSandbox()
  const file = join(ownFolder(), 'payload.json')
  const payload = {
    event: 'kyc.verification.error',
    occurred_at: '2026-01-01T00:00:00.000000+00:00',
    extra: 1,
  }
  writeFileSync(file, JSON.stringify(payload))
  const args = ['trigger', 'kyc.verification.error', '--payload', file, '--force', '--count', '2', '--json']
  const { code, out } = await runAt(sandbox, ...args)
  expect(code).toBe(0)
  expect(JSON.parse(out.join())).toMatchObject({
    counts: { events: 2, deliveries: 0 },
    events: [{ payload }, { payload }],
  })
})

test('trigger takes a whole payload from standard input', async () => {
  const sandbox = await startSandbox()
  const payload = { event: 'card.created', occurred_at: '2026-01-01T00:00:00.000000+00:00', extra: 1 }
  const args = ['trigger', 'card.created', '--payload', '-', '--force', '--json', '--url', sandbox.url]
  const { code, stdout } = await run(args, { stdin: JSON.stringify(payload) })
  expect([code, JSON.parse(stdout).events]).toEqual([0, [expect.objectContaining({ payload })]])
})

test('a payload is sent as in its file, and rewritten only if a value is set', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const file = join(ownFolder(), 'payload.json')
  const text =
    '{ "event": "card.created",\n  "n": 1.0, "big": 12345678901234567890, "twice": 1, "twice": 2, "e": "\\u00e9" }\n'
  writeFileSync(file, text)
  const args = ['trigger', 'card.created', '--payload', file, '--force']
  expect((await runAt(sandbox, ...args)).code).toBe(0)
  await sandbox.settle()
  expect((await runAt(sandbox, ...args, '--set', 'extra=x')).code).toBe(0)
  await sandbox.settle()
  expect(receiver.requests.map(({ body }) => `${body}`)).toEqual([
    text,
    '{"event":"card.created","n":1,"big":12345678901234567000,"twice":2,"e":"é","extra":"x"}',
  ])
  writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))
  const { code, log } = await runAt(sandbox, ...args)
  expect([code, log]).toEqual([1, [expect.stringContaining(`${file} is not UTF-8 text.`)]])
})

test('an event that no subscription matches is printed with the command that subscribes', async () => {
  const sandbox = await startSandbox()
  const { out, log } = await runHere(['trigger', 'card.created'], {
    environment: { SANDBOX_URL: sandbox.url },
  })
  expect(out).toHaveLength(2)
  expect(log.join()).toContain('webhook-sandbox subscribe URL')
})

test.each([
  [['trigger', 'card.create'], 'There is no event named card.create. Did you mean card.created?'],
  [['trigger', 'card.created', '--set', 'card.lastfour=1'], 'Did you mean card.last_four?'],
  [['trigger', 'card.created', '--payload', '/nowhere.json'], 'Cannot read /nowhere.json'],
])('%j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runAt(sandbox, ...args)
  expect([code, out, log]).toEqual([1, [], [expect.stringContaining(says)]])
})

test('without a running sandbox it says how to start one', async () => {
  const nobody = await run(['trigger', 'card.created'], { cwd: ownFolder() })
  expect([nobody.code, nobody.stderr]).toEqual([
    1,
    'No sandbox runs on the database .sandbox/sandbox.db. Start one with npx webhook-sandbox, or choose one with --url URL.\n',
  ])
  const gone = await runHere(['trigger', 'card.created', '--url', 'http://127.0.0.1:1'])
  expect(gone.code).toBe(1)
  expect(gone.log.join()).toContain('No sandbox responds at http://127.0.0.1:1')
})

test('an unknown option is refused and help is named', async () => {
  const { code, log } = await runHere(['trigger', 'card.created', '--sett', 'a=b'])
  expect(code).toBe(1)
  expect(log.join()).toContain("unknown option '--sett'")
  expect(log.join()).toContain('--set')
})

test('a server that is not a sandbox is recognised', async () => {
  const receiver = await startReceiver()
  const { code, log } = await runHere(['trigger', 'card.created', '--url', new URL(receiver.url).origin])
  expect([code, log]).toEqual([1, [expect.stringContaining('is not a sandbox')]])
})

test('a pattern fires every matching event, and the output lists each', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url, { events: ['card.status.*'] })
  const { code, out } = await runHere(['trigger', 'card.*', '--url', sandbox.url])
  expect(code).toBe(0)
  const { events } = await sandbox.get<{ events: EventRow[] }>('/sandbox/events?limit=100')
  const fired = out.filter((line) => !line.startsWith(' '))
  expect(fired).toEqual(events.toReversed().map(({ event, summary, id }) => `${event} ${summary} ${id}`))
  expect(fired.length).toBeGreaterThan(5)
  const wanted = out.filter((_, i) => out[i - 1]?.startsWith('card.status.'))
  expect(wanted.every((line) => line.startsWith(`  --> ${addressName(receiver.url)} dlv_`))).toBe(true)
})

test('--with-history also sends what came before', async () => {
  const sandbox = await startSandbox()
  const plain = await runHere(['trigger', 'card.status.active', '--json', '--url', sandbox.url])
  await sandbox.post('/sandbox/reset')
  const whole = await runHere([
    'trigger',
    'card.status.active',
    '--with-history',
    '--json',
    '--url',
    sandbox.url,
  ])
  const namesOf = ({ out }: { out: string[] }) =>
    (JSON.parse(out[0] ?? '').events as EventRow[]).map(({ event }) => event)
  expect(namesOf(plain)).toEqual(['card.status.active'])
  expect(namesOf(whole).at(-1)).toBe('card.status.active')
  expect(namesOf(whole)).toContain('card.created')
})
