import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'
import { run } from './run.ts'

test('export through links writes the file that they lead to, and they stay', async () => {
  const sandbox = await startSandbox()
  const folder = ownFolder()
  mkdirSync(join(folder, 'kept/old'), { recursive: true })
  symlinkSync('kept/old', join(folder, 'now'))
  // From the folder that `now` leads to: kept/session.json, which is not there at first.
  symlinkSync('../session.json', join(folder, 'kept/old/link.json'))
  const link = join(folder, 'now/link.json')
  for (let i = 0; i < 2; i++) {
    expect((await runAt(sandbox, 'export', link)).code).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(['old', 'session.json'])
    expect(JSON.parse(readFileSync(join(folder, 'kept/session.json'), 'utf8'))).toHaveProperty('session')
  }
})

test.each([[], ['-']])(
  'export %s prints the session, as replay reads it from standard input',
  async (...file) => {
    const { code, out, log } = await runAt(await startSandbox(), 'export', ...file)
    expect([code, log]).toEqual([0, []])
    expect(JSON.parse(out.join('\n'))).toHaveProperty('session.inputs')
  },
)

test('export writes through a named pipe, which stays one', async () => {
  const sandbox = await startSandbox()
  const pipe = join(ownFolder(), 'pipe')
  spawnSync('sh', ['-c', 'mkfifo "$0"', pipe])
  const reader = startProcess('cat', [pipe])
  expect((await run(['export', pipe, '--url', sandbox.url])).code).toBe(0)
  expect(lstatSync(pipe).isFIFO()).toBe(true)
  await reader.ended
  expect(JSON.parse(reader.stdout())).toHaveProperty('session.inputs')
})

test.each([
  ['below a file', 'file/session.json', 'ENOTDIR'],
  ['over a folder', 'folder', 'EISDIR'],
  ['beside a folder that stands where it is written first', 'draft', 'EISDIR'],
])('export %s is refused in one line', async (_, name, why) => {
  const sandbox = await startSandbox()
  const folder = ownFolder()
  writeFileSync(join(folder, 'file'), '')
  for (const one of ['folder', 'draft.part']) mkdirSync(join(folder, one))
  const { code, out, log } = await runAt(sandbox, 'export', join(folder, name))
  expect([code, out]).toEqual([1, []])
  expect(log).toEqual([expect.stringMatching(`^Cannot write ${join(folder, name)}: ${why}.*another file`)])
  expect(readdirSync(folder).toSorted()).toEqual(['draft.part', 'file', 'folder'])
})

test('export --otlp writes the traces, of the deliveries that match', async () => {
  const sandbox = await startSandbox()
  const { url } = await startReceiver()
  await sandbox.subscribe(url)
  await sandbox.trigger('card.created')
  await sandbox.trigger('customer.updated')
  await sandbox.settle()
  const file = join(ownFolder(), 'traces.json')
  expect(await runAt(sandbox, 'export', file, '--otlp', '--json')).toMatchObject({
    code: 0,
    out: [JSON.stringify({ file })],
  })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(await sandbox.get('/sandbox/deliveries.otlp'))
  const printed = await runAt(sandbox, 'export', '--otlp', '-q', 'event:card.created')
  expect(JSON.parse(printed.out.join('\n'))).toEqual(
    await sandbox.get('/sandbox/deliveries.otlp?event=card.created'),
  )
  expect((await runAt(sandbox, 'export', '-q', 'event:card.created')).code).toBe(1)
})
