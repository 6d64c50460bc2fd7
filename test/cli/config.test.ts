import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { lines, runAt } from './run.ts'

test('config prints each key with what is in force, and one key with what it is for', async () => {
  const sandbox = await startSandbox({ delivery: { timeout: '3s' } })
  const all = await runAt(sandbox, 'config')
  expect(lines(all.stdout)).toContainEqual(
    expect.stringMatching(/^delivery\.timeout +"3s" {2}\(by default "10s"\)$/),
  )
  const one = await runAt(sandbox, 'config', 'retention.bytes')
  expect(lines(one.stdout)).toEqual([
    'retention.bytes  1000000000',
    'How large the database may grow before the oldest records go.',
  ])
  const json = await runAt(sandbox, 'config', 'retention.bytes', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({ key: 'retention.bytes', changed: false })
  const every = lines((await runAt(sandbox, 'config', '--json')).stdout)
  expect(every.map((line) => JSON.parse(line).key)).toContain('retention.bytes')
})

test('config names the nearest key where there is none', async () => {
  const { code, stderr } = await runAt(await startSandbox(), 'config', 'retention.byte')
  expect(code).toBe(1)
  expect(stderr).toContain('retention.bytes')
})
