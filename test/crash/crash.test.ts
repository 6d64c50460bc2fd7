import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { builtProgram } from '../helpers/program.ts'
import { runCrashes } from './crash.mjs'

test('killed a dozen times under load, it keeps every promise and invents nothing; npm run crash does it 200 times', async () => {
  const lines: string[] = []
  const { findings, counts } = await runCrashes({
    program: builtProgram,
    folder: join(ownFolder(), 'run'),
    kills: 12,
    seed: 7,
    say: (line) => lines.push(line),
  })
  expect(findings).toEqual([])
  expect(Object.values(counts.kills).reduce((sum, n) => sum + n)).toBe(12)
  expect(counts.triggered).toBeGreaterThan(0)
  expect(counts.interrupted).toBeGreaterThan(0)
  expect(lines).toHaveLength(1)
})
