import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Run } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere } from './here.ts'
import { lines, run, start } from './run.ts'
import { runOf, startStories } from './scenario-stub.ts'

const good = `title: A customer is made
set:
  name: Ada
steps:
  - name: customer
    call: POST /customers/
    body: { names: [{ first_name: "\${set.name}", last_name: Quill }], dob: "1990-04-12" }
    status: 201
  - name: shown
    call: GET /customers/\${customer.customer_id}
`
const fails = `title: It does not answer so
steps:
  - name: nobody
    call: GET /customers/none
    status: 200
`

/** A sandbox on the manual clock with scenarios of its own. */
async function world(files: Record<string, string> = { good, fails }) {
  const folder = ownFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.yaml`), text)
  const sandbox = await startSandbox({ scenarios: folder })
  await sandbox.clock({ mode: 'manual' })
  const here = (...args: string[]) => runHere(['scenario', ...args, '--url', sandbox.url])
  return { sandbox, here }
}

test('the program runs a scenario and ends with 0, or with 1 where it fails', async () => {
  const { sandbox } = await world()
  const ran = await run(['scenario', 'run', 'good', '--set', 'name=Grace', '--url', sandbox.url])
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  expect(lines(ran.stdout)).toEqual([
    expect.stringMatching(/^good {2}run_\w+ {2}seed 7 {2}name=Grace$/),
    expect.stringMatching(/^succeeded {2}1 {2}customer {2}POST \/customers\/ .*201/),
    expect.stringMatching(/^succeeded {2}2 {2}shown {5}GET \/customers\//),
    expect.stringMatching(/^succeeded good 2 steps in [\d.]+ m?s$/),
  ])
  const failed = await runAt(sandbox, 'scenario', 'run', 'fails', '--json')
  expect(failed.code).toBe(1)
  expect(JSON.parse(failed.out.join())).toMatchObject({ run: { scenario: 'fails', state: 'failed' } })
  expect(failed.log.join()).toMatch(
    /^fails failed\. Show its steps and records with: webhook-sandbox scenario runs run_\w+ --url \S+/,
  )
})

test('the program that is interrupted stops the run', async () => {
  const { url, asked } = await startStories({ good: runOf('good') })
  const running = start(['scenario', 'run', 'good', '--url', url])
  await new Promise((begun) => running.process.stdout.once('data', begun))
  running.process.kill('SIGINT')
  expect(await running.ended).toBe(1)
  expect(running.stdout()).toMatch(/stopped good after \d of 3 steps in /)
  expect(asked.at(-1)?.path).toBe('POST /sandbox/runs/run_good/stop')
})

test('scenario runs lists them, and shows one with what its steps made', async () => {
  const { here } = await world()
  await here('run', 'good')
  await here('run', 'fails')
  const listed = await here('runs')
  expect(listed.out).toEqual([
    expect.stringMatching(/^succeeded {2}good {2}run_\w+ {2}seed 7 {2}name=Ada$/),
    expect.stringMatching(/^failed {5}fails {2}run_\w+ {2}seed \d+ {2}fails\.yaml, line 3, /),
  ])
  const runs = (await here('runs', '--json')).out.map((line) => JSON.parse(line) as Run)
  expect(runs.map(({ scenario }) => scenario)).toEqual(['good', 'fails'])
  const one = await here('runs', runs[0]?.id ?? '')
  expect(one.code).toBe(0)
  expect(one.out[0]).toBe(listed.out[0])
  expect(one.out.filter((line) => line.trim().startsWith('call cal_'))).toHaveLength(2)
  const unknown = await here('runs', 'run_nobody')
  expect([unknown.code, unknown.out]).toEqual([1, []])
})

test('a paused run does a step, goes on and is stopped by commands', async () => {
  const { here } = await world()
  const begin = async () => {
    const { out } = await here('run', 'good', '--paused', '--no-wait', '--json')
    return (JSON.parse(out[0] ?? '') as { run: Run }).run.id
  }
  const id = await begin()
  const stepped = await here('step', id)
  expect([stepped.code, stepped.out[0]]).toEqual([
    0,
    expect.stringMatching(/^(paused|running) +good {2}run_/),
  ])
  expect((await here('resume', id)).code).toBe(0)
  const other = await begin()
  const stopped = await here('stop', other)
  expect([stopped.code, stopped.out[0]]).toEqual([0, expect.stringMatching(/^stopped {4}good {2}run_/)])
  const again = await here('pause', other)
  expect([again.code, again.out]).toEqual([1, []])
})

test('all shipped and own scenarios run, and mistakes in files are printed', async () => {
  const broken = 'title: x\nsteps:\n  - call: GET /cards\n    bodi: {}\n'
  const { here } = await world({ good, broken, short: 'steps: [{ wait: 1s }]' })
  const { out } = await here('list')
  expect(out.find((line) => line.startsWith('good '))).toMatch(/A customer is made {2}2 steps {2}yours$/)
  expect(out.find((line) => line.startsWith('short '))).toMatch(/short {2}1 step {2}yours$/)
  const at = out.findIndex((line) => line.startsWith('broken '))
  expect(out[at]).toContain('cannot run')
  expect(out[at + 1]).toContain('did you mean body?')
  const ran = await here('run', 'good', 'broken')
  expect([ran.code, ran.out.at(-1)]).toEqual([
    1,
    expect.stringMatching(/^2 scenarios: 1 succeeded, 1 invalid in [\d.]+ m?s$/),
  ])
})
