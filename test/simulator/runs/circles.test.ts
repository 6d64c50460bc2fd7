import { expect, test } from 'vitest'
import type { Run } from '../../../server/wire.ts'
import { ended, expectSuccess, play, startWith } from './world.ts'

const running = (name: string) => `
  - name: ${name}
    call: POST /sandbox/scenarios/${name}/run`

test('a scenario that runs itself is refused, and fails with that', async () => {
  const sandbox = await startWith({ story: running('story') })
  const run = await play(sandbox, 'story')
  expect(run).toMatchObject({ state: 'failed', steps: [{ state: 'failed' }] })
  expect(run.detail).toContain('409 (scenario_circle: story would begin itself again: story → story).')
  await sandbox.settle()
  expect((await sandbox.get<{ runs: Run[] }>('/sandbox/runs')).runs).toHaveLength(1)
})

test('scenarios that run each other are refused where the circle closes, whatever headers the steps send', async () => {
  const sandbox = await startWith({
    first: running('second'),
    second: running('third'),
    third: `${running('second')}\n    headers: { Sandbox-Run: null }`,
  })
  const { id } = await play(sandbox, 'first')
  const third = await ended(sandbox, await idOf('third'))
  expect(third.detail).toContain('second would begin itself again: first → second → third → second')
  expectSuccess(await ended(sandbox, await idOf('second')))
  expectSuccess(await ended(sandbox, id))
  expect((await sandbox.get<{ runs: Run[] }>('/sandbox/runs')).runs).toHaveLength(3)

  async function idOf(scenario: string) {
    for (;;) {
      const { runs } = await sandbox.get<{ runs: Run[] }>(`/sandbox/runs?scenario=${scenario}`)
      if (runs[0]) return runs[0].id
    }
  }
})

test('a scenario may run another one as often as it likes', async () => {
  const sandbox = await startWith({
    all: `
  - repeat: 3
    steps:
      - call: POST /sandbox/scenarios/one/run
        status: 201`,
    one: '\n  - call: GET /cards',
  })
  expectSuccess(await play(sandbox, 'all'))
  const { runs } = await sandbox.get<{ runs: Run[] }>('/sandbox/runs?scenario=one')
  for (const { id } of runs) expectSuccess(await ended(sandbox, id))
  expect(runs).toHaveLength(3)
})
