import { join } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { test } from '../helpers/long.ts'
import { builtProgram } from '../helpers/program.ts'
import { runCrashes } from './crash.mjs'

async function survive(kills: number) {
  const lines: string[] = []
  const folder = join(ownFolder(), 'run')
  const say = (line: string) => lines.push(line)
  const { findings, counts } = await runCrashes({ program: builtProgram, folder, kills, seed: 7, say })
  expect(findings).toEqual([])
  expect(Object.values(counts.kills).reduce((sum, n) => sum + n)).toBe(kills)
  expect(lines).toHaveLength(1)
  return counts
}

test('killed three times under load, it keeps every promise and invents nothing', async () => {
  await survive(3)
})

test('killed a dozen times, it was under load each time; npm run crash does it 200 times', async () => {
  const { triggered, interrupted } = await survive(12)
  expect(triggered).toBeGreaterThan(0)
  expect(interrupted).toBeGreaterThan(0)
})
