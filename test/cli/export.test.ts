import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, startHere } from './here.ts'

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
  expect((await runAt(sandbox, 'export', pipe)).code).toBe(0)
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

test.skipIf(process.platform === 'win32')(
  'an export is for its user alone, also over a file and a draft that others could read',
  async () => {
    const sandbox = await startSandbox()
    const file = join(ownFolder(), 'session.json')
    for (const one of [file, `${file}.part`]) writeFileSync(one, 'old', { mode: 0o644 })
    expect((await runAt(sandbox, 'export', file)).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('session')
  },
)

/** A sandbox that sends the first part of a session, and the rest never. */
async function startHalfway() {
  const sockets = new Set<Socket>()
  const server = createServer((_, response) => {
    response.write('{"session":{\n"complete":true,\n')
  }).on('connection', (socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    end()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}

test('an export that a dead sandbox leaves half writes nothing', async () => {
  const sandbox = await startHalfway()
  const folder = ownFolder()
  const file = join(folder, 'session.json')
  writeFileSync(file, 'old')
  const exporting = startHere(['export', file, '--url', sandbox.url])
  await expect.poll(() => readdirSync(folder)).toContain('session.json.part')
  sandbox.end()
  expect(await exporting.ended).toBe(1)
  expect(readdirSync(folder)).toEqual(['session.json'])
  expect(readFileSync(file, 'utf8')).toBe('old')
})

test('an export that is killed leaves the file as it was, and the next one is complete', async () => {
  const halfway = await startHalfway()
  const file = join(ownFolder(), 'session.json')
  writeFileSync(file, 'old')
  const exporting = startProcess(process.execPath, [builtProgram, 'export', file, '--url', halfway.url])
  await expect.poll(() => existsSync(`${file}.part`)).toBe(true)
  exporting.process.kill('SIGKILL')
  await exporting.ended
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect((await runAt(await startSandbox(), 'export', file)).code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('session')
})
