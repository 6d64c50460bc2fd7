import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../server/session/session.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere, startHere } from './here.ts'
import { run } from './run.ts'

/** A sandbox whose session is in a file: two events on the manual clock, the first delivered at the second attempt. */
async function exported() {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T09:00:00Z' })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '10m' })
  await sandbox.trigger('customer.updated', { fault: 'unsigned' })
  await sandbox.settle()
  const file = join(ownFolder(), 'session.json')
  const wrote = await runAt(sandbox, 'export', file)
  return {
    sandbox,
    receiver,
    file,
    wrote,
    read: (): Session => JSON.parse(readFileSync(file, 'utf8')).session,
  }
}

test('export writes a file and says what is in it; without one it prints the same', async () => {
  const { sandbox, file, wrote, read } = await exported()
  expect(wrote).toMatchObject({
    code: 0,
    out: [`${file}: 6 inputs, 2 events, 2 deliveries, 3 attempts; contains secrets`],
    log: [],
  })
  expect(existsSync(`${file}.part`)).toBe(false)
  const printed = await runAt(sandbox, 'export')
  expect(printed.log).toEqual([])
  expect(JSON.parse(printed.out.join('\n'))).toEqual({ session: read() })
  // One record a line, so that tools for lines are of use.
  expect(printed.out.filter((line) => line.startsWith('{"id":"evt_'))).toHaveLength(2)
  const json = await runAt(sandbox, 'export', file, '--json')
  expect(JSON.parse(json.out.join())).toEqual({
    file,
    complete: true,
    notes: [],
    inputs: 6,
    events: 2,
    deliveries: 2,
    attempts: 3,
  })
})

test('replay asks no receiver and ends with 0 where everything comes out the same', async () => {
  const { receiver, file } = await exported()
  const before = receiver.requests.length
  const { code, out, log } = await runHere(['replay', file])
  expect(log).toEqual([
    expect.stringMatching(/^Version 0\.0\.0-test recorded the session; this is version \S+\.$/),
  ])
  expect(code).toBe(0)
  expect(out).toEqual([
    'responses  6: the same',
    'events     2: the same',
    'deliveries 2: the same',
    'attempts   3: the same',
  ])
  expect(receiver.requests).toHaveLength(before)
  const piped = await run(['replay', '-', '--json'], { stdin: readFileSync(file, 'utf8') })
  expect(piped.code).toBe(0)
  expect(JSON.parse(piped.stdout)).toMatchObject({ same: true, differences: [] })
})

test('replay --live sends to the receivers', async () => {
  const { receiver, file } = await exported()
  const before = receiver.requests.length
  // It accepts the first attempt now.
  const { code, out } = await runHere(['replay', file, '--live'])
  expect(code).toBe(1)
  expect(out.join('\n')).toContain('attempts   3 expected, 2 received')
  expect(receiver.requests).toHaveLength(before + 2)
})

test('replay ends with 1 where something differs, and tells it', async () => {
  const { file, read } = await exported()
  const session = read()
  Object.assign(session.outcome.deliveries[0] ?? {}, { state: 'failed' })
  writeFileSync(file, JSON.stringify({ session }))
  const { code, out, log } = await runHere(['replay', file])
  expect(code).toBe(1)
  expect(out).toContain('deliveries 2: 1 different')
  expect(out.join('\n')).toContain('(card.created): state\n  expected "failed"\n  received "succeeded"')
  expect(log.join()).toContain('One difference.')
})

test('an interrupted replay ends with 1 and reports no result', async () => {
  const { file } = await exported()
  const replaying = startHere(['replay', file], { watched: true })
  await replaying.until(() => replaying.painted.some(([line]) => line === 'Replaying: 1 of 6 inputs'))
  expect(await replaying.signal()).toBe(1)
  expect(await replaying.ended).toBe(0)
  expect(replaying.out).toEqual([])
  expect(replaying.log).toEqual([expect.stringMatching(/ recorded the session; this is version /)])
})

test('a replay interrupted before its start plays nothing', async () => {
  const { file } = await exported()
  const replaying = startHere(['replay', file], { watched: true })
  await replaying.until(() => replaying.log.length > 0)
  expect(await replaying.signal()).toBe(1)
  expect(replaying.painted.flat().filter((line) => line !== '')).toEqual([])
  expect(replaying.out).toEqual([])
})

test.each([
  [['replay', '/nowhere.json'], 2, 'Cannot read /nowhere.json'],
  [['replay', '--lve', 'session.json'], 2, "unknown option '--lve'. Did you mean --live?"],
  [['replay'], 2, "missing required argument 'file'"],
  [['export', '/nowhere/at/all.json'], 1, 'Give another file, or leave the file out to print the session.'],
])('%j is refused with the next move', async (args, expected, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runHere(args, { environment: { SANDBOX_URL: sandbox.url } })
  expect([code, out]).toEqual([expected, []])
  expect(log.join()).toContain(says)
})
