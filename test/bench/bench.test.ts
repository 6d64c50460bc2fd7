import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { builtProgram } from '../helpers/program.ts'
import { type Part, parts } from './bench.mjs'
import { table } from './figures.mjs'

const tiny = {
  deliveries: 200,
  rounds: 1,
  singles: 12,
  pending: 600,
  few: 200,
  requests: 200,
  diagnoses: 3,
  rows: 1000,
  traffic: [0.2, 0.2],
  calm: 300,
}
const rowsOf: Record<Part, number> = {
  deliveries: 3,
  latency: 4,
  pending: 5,
  'dead-receiver': 2,
  inbound: 3,
  lists: 36,
  'delivery-lists': 24,
  diagnosis: 12,
  stalls: 27,
  visible: 4,
  page: 6,
}

test.each(Object.entries(parts))(
  'the bench measures %s, however little it is given',
  async (name, measure) => {
    expect(existsSync(builtProgram), 'the program is built').toBe(true)
    const rows = await measure(tiny)
    expect(rows).toHaveLength(rowsOf[name as Part])
    // Where the page was never held up for 50 ms, its longest task is 0.
    for (const { name: what, ratio } of rows)
      if (what.startsWith('longest task')) expect(ratio, what).toBeGreaterThanOrEqual(0)
      else expect(ratio, what).toBeGreaterThan(0)
    const lines = table(rows).split('\n')
    expect(lines).toHaveLength(rows.length + 1)
    for (const [i, { name: said }] of rows.entries()) expect(lines[i + 1]).toContain(said)
  },
)
