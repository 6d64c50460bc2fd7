import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { runHere, startHere } from '../cli/here.ts'
import { ownFolder } from '../helpers/folder.ts'
import { builtProgram, startProcess, startProgram } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { waitFor } from '../helpers/waiting.ts'

const droppedTo = (user: number) => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']

/** Starts the program so that it must refuse, and answers its one line. */
async function refusedStart(args: string[], options: { cwd?: string; as?: number } = {}) {
  const drop = options.as === undefined ? [] : droppedTo(options.as)
  const [command = '', ...rest] = [...drop, process.execPath, builtProgram, '--json', ...args]
  expect(existsSync(builtProgram), 'the program is built by npm run build').toBe(true)
  const running = startProcess(command, rest, options.cwd === undefined ? {} : { cwd: options.cwd })
  expect(await running.ended).toBe(1)
  expect(running.stdout()).toBe('')
  expect(running.stderr().trimEnd().split('\n')).toHaveLength(1)
  return running.stderr()
}

/** The same in this process, which costs next to nothing. */
async function refusedHere(args: string[]) {
  const { code, out, log } = await runHere(['--json', ...args])
  expect([code, out, log.length]).toEqual([1, [], 1])
  return log.join()
}
const free = ['--port', '0']

test('--json prints one line on stdout, and nothing else ever', async () => {
  const running = await startProgram([...free, '--data', ':memory:'], { cwd: ownFolder() })
  await fetch(`${running.url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  })
  await waitFor(async (path) => (await fetch(`${running.url}${path}`)).json(), 'kind=capture')
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  expect(running.stdout()).toBe(`${JSON.stringify({ ready: true, url: running.url })}\n`)
  expect(running.stderr()).toContain('card.created')
})

test('it goes on where nobody reads its log', async () => {
  const running = await startProgram([...free, '--data', ':memory:', '--bare'], { cwd: ownFolder() })
  running.process.stderr.destroy()
  for (const body of ['one', 'two']) {
    const answer = await fetch(`${running.url}/in/demo`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})

test('a second one on the same file is kept off in one line that names the first, which goes on unharmed', async () => {
  const folder = ownFolder()
  const data = ['--data', join(folder, 'sandbox.db')]
  const first = await startSandbox({ data: join(folder, 'sandbox.db') })
  const said = await refusedStart([...free, ...data], { cwd: folder })
  expect(said).toContain(first.url)
  expect(said).toContain('--data')
  expect((await first.request('POST', '/sandbox/events', { event: 'card.created' })).status).toBe(201)
  await first.close()
  expect(readdirSync(folder)).toEqual(['sandbox.db', 'sandbox.db.lock'])
})

test('a taken port is said in one line with another to take, and no database is made', async () => {
  const folder = ownFolder()
  const receiver = await startReceiver()
  const said = await refusedHere(['--port', String(receiver.port), '--data', join(folder, 'sandbox.db')])
  expect(said).toContain(`Port ${receiver.port}`)
  expect(said).toContain(`--port ${receiver.port + 1}`)
  expect(readdirSync(folder)).toEqual([])
})

const wrongConfigs: [what: string, text: string | undefined, said: RegExp][] = [
  ['is not there', undefined, /Cannot read/],
  ['is no JSON', '{"port": 1,}', /not valid JSON/],
  [
    'has a misspelt key',
    '{"delivery":{"time_out":"1s"}}',
    /delivery\.time_out is not a key; did you mean delivery\.timeout\?/,
  ],
  ['has a value out of range', '{"port":70000}', /port/],
  ['has a duration that is none', '{"delivery":{"retry_delays":["soon"]}}', /delivery\.retry_delays\.0/],
]
test.each(wrongConfigs)(
  'a config that %s is said in one line, and no database is made',
  async (_, text, wanted) => {
    const folder = ownFolder()
    const config = join(folder, 'my.json')
    if (text !== undefined) writeFileSync(config, text)
    const said = await refusedHere([...free, '--config', config, '--data', join(folder, 'data/sandbox.db')])
    expect(said).toContain(config)
    expect(said).toMatch(wanted)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  },
)

test.each([
  [
    'of a newer version',
    (file: string) =>
      void new BetterSqlite3(file).exec('PRAGMA user_version = 999; CREATE TABLE later (x)').close(),
    /newer/,
  ],
  [
    'of another program',
    (file: string) => void new BetterSqlite3(file).exec('CREATE TABLE theirs (x)').close(),
    /another program/,
  ],
  ['that is none', (file: string) => writeFileSync(file, 'Dear diary, '.repeat(200)), /not a database/],
])('a database %s is said in one line with the fix and left to the byte', async (_, make, wanted) => {
  const folder = ownFolder()
  const file = join(folder, 'theirs.db')
  make(file)
  const before = readFileSync(file)
  const said = await refusedHere([...free, '--data', file])
  expect(said).toContain(file)
  expect(said).toMatch(wanted)
  expect(said).toContain('--data')
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(folder)).toEqual(['theirs.db'])
})

// Nothing is read-only for root, so the program is then run as nobody. Where that user cannot even read the program
// (a clone below /root) or setpriv is missing, these two are skipped.
const isRoot = process.getuid?.() === 0
const nobody = 65_534
const reading = `require('node:fs').readFileSync(${JSON.stringify(builtProgram)})`
const [probe = '', ...probeArgs] = [...droppedTo(nobody), process.execPath, '-e', reading]
const canBeRefused = !isRoot || spawnSync(probe, probeArgs).status === 0

test.skipIf(!canBeRefused)('a folder that may not be written to is said in one line', async () => {
  const folder = ownFolder()
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(folder, 0o755)
  chmodSync(closed, 0o555)
  const said = await refusedStart([...free, '--data', join(closed, 'sandbox.db')], {
    cwd: folder,
    ...(isRoot && { as: nobody }),
  })
  expect(said).toContain(join(closed, 'sandbox.db'))
  expect(said).toContain('--data')
  expect(readdirSync(closed)).toEqual([])
})

test.skipIf(!canBeRefused)(
  'a database that may only be read is said in one line and left to the byte',
  async () => {
    const folder = ownFolder()
    const file = join(folder, 'sandbox.db')
    await (await startSandbox({ data: file })).close()
    chmodSync(folder, 0o755)
    chmodSync(file, 0o444)
    if (isRoot) chownSync(folder, nobody, nobody)
    const before = readFileSync(file)
    const said = await refusedStart([...free, '--data', file], { cwd: folder, ...(isRoot && { as: nobody }) })
    expect(said).toContain(file)
    expect(said).toContain('--data')
    expect(readFileSync(file)).toEqual(before)
  },
)

test('told to stop, it waits for the answer to an attempt under way, then ends with 0', async () => {
  let answer = () => {}
  let arrived = () => {}
  const came = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const receiver = await startReceiver([
    (response) => {
      answer = () => void response.writeHead(200).end()
      arrived()
    },
  ])
  const folder = ownFolder()
  const file = join(folder, 'sandbox.db')
  const running = startHere(['--json', ...free, '--data', file, '--bare'], { serves: true })
  await running.until(() => running.out.length > 0)
  const { url } = JSON.parse(running.out.join())
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'a', identity: 'a' },
      body: JSON.stringify(body),
    })
  await post('/api/v0.1/webhooks', { url: receiver.url, events: ['*'] })
  await post('/sandbox/events', { event: 'card.created' })
  await came
  let isOver = false
  const ended = running.signal().finally(() => {
    isOver = true
  })
  // It closes its port first: once that refuses, the attempt is what it waits for.
  while (
    await fetch(`${url}/sandbox/health`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
  );
  expect(isOver).toBe(false)
  answer()
  expect(await ended).toBe(0)
  const database = new BetterSqlite3(file, { readonly: true })
  expect(database.prepare('SELECT state, attempts_made FROM deliveries').all()).toEqual([
    { state: 'succeeded', attempts_made: 1 },
  ])
  database.close()
})

test('told to stop while a receiver never answers, it ends with 0 all the same and has the attempt on record as cut', async () => {
  let arrived = () => {}
  const came = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const receiver = await startReceiver([() => arrived()])
  const folder = ownFolder()
  const file = join(folder, 'sandbox.db')
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ delivery: { timeout: '0' } }))
  const running = startHere(['--json', ...free, '--data', file, '--config', config, '--bare'], {
    serves: true,
  })
  await running.until(() => running.out.length > 0)
  const { url } = JSON.parse(running.out.join())
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'a', identity: 'a' },
      body: JSON.stringify(body),
    })
  await post('/api/v0.1/webhooks', { url: receiver.url, events: ['*'] })
  await post('/sandbox/events', { event: 'card.created' })
  await came
  expect(await running.signal()).toBe(0)
  const database = new BetterSqlite3(file, { readonly: true })
  expect(
    database
      .prepare(
        "SELECT state, attempts_made, outcome ->> 'kind' AS kind FROM deliveries JOIN attempts ON delivery_seq = deliveries.seq JOIN attempt_ends ON attempt_ends.seq = attempts.seq",
      )
      .all(),
  ).toEqual([{ state: 'retrying', attempts_made: 0, kind: 'interrupted' }])
  database.close()
})
