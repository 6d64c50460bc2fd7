import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'

test('config prints each key with what is in force, and one key with what it is for', async () => {
  const sandbox = await startSandbox({ delivery: { timeout: '3s' } })
  const all = await runAt(sandbox, 'config')
  expect(all.out).toContainEqual(
    expect.stringMatching(/^delivery\.timeout +"3s" {2}\(program; default "10s"\)$/),
  )
  const one = await runAt(sandbox, 'config', 'retention.bytes')
  expect(one.out).toEqual([
    'retention.bytes  1000000000  (default)',
    'The size of the database, in bytes, above which the sandbox deletes the oldest records.',
  ])
  const json = await runAt(sandbox, 'config', 'retention.bytes', '--json')
  expect(JSON.parse(json.out.join())).toMatchObject({ key: 'retention.bytes', changed: false })
  const every = (await runAt(sandbox, 'config', '--json')).out
  expect(every.map((line) => JSON.parse(line).key)).toContain('retention.bytes')
})

test('config prints the values below a parent key', async () => {
  const sandbox = await startSandbox()
  const { code, out } = await runAt(sandbox, 'config', 'retention')
  expect([code, out.map((line) => line.replace(/ .*/, ''))]).toEqual([
    0,
    ['retention.records', 'retention.bytes', 'retention.age'],
  ])
  const wrong = await runAt(sandbox, 'config', 'retention1')
  expect([wrong.code, wrong.log.join()]).toEqual([
    1,
    expect.stringContaining('There is no key named retention1. Did you mean retention?'),
  ])
})

test('config names each key once if none is near', async () => {
  const { log } = await runAt(await startSandbox(), 'config', 'x'.repeat(40))
  const [, valid = ''] = log.join().split('Valid: ')
  const names = valid.replace(/\.$/, '').split(', ')
  expect(names).toContain('delivery')
  expect(names).toHaveLength(new Set(names).size)
})

test('config names the nearest key where there is none', async () => {
  const { code, log } = await runAt(await startSandbox(), 'config', 'retention.byte')
  expect(code).toBe(1)
  expect(log.join()).toContain('retention.bytes')
})
