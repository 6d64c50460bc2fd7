import { expect, test } from 'vitest'
import { noPhases, type Sent } from '../../server/client/send.ts'
import { createLanes } from '../../server/delivery/lanes.ts'

const refused = (durationMs: number): Sent => ({
  outcome: { kind: 'refused', code: 'ECONNREFUSED', address: null },
  response: null,
  durationMs,
  phases: noPhases,
  sentBytes: 0,
})

const lanesOn = (mode: 'real' | 'manual') =>
  createLanes({ state: () => ({ mode, speed: 1, base: 0, wall: 0 }) })

test('where connections are refused at once one place is left of a lane, until one is made', () => {
  const lanes = lanesOn('real')
  lanes.saw('a', [refused(0.2)])
  expect([lanes.free('a', 8), lanes.free('b', 8)]).toEqual([1, 8])
  expect([lanes.opens('a'), lanes.opens('a'), lanes.free('a', 8)]).toEqual([true, false, 8])
})

test('a refusal that takes its time, as of a machine that is off or a proxy, leaves all places', () => {
  const lanes = lanesOn('real')
  lanes.saw('a', [refused(3000)])
  expect(lanes.free('a', 8)).toBe(8)
})

test('on a stopped clock all places are released, however long anything takes', () => {
  const lanes = lanesOn('manual')
  lanes.saw('a', [refused(0.2)])
  expect(lanes.free('a', 8)).toBe(8)
})
