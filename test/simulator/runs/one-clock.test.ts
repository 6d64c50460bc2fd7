import { expect, test } from 'vitest'
import { ended, play, start, startWith } from './world.ts'

const stories = {
  other: '  - wait: 1d',
  patient: '  - event: card.created\n  - expect: event\n    exactly: 2',
}

test('a run that fails tells which other run has moved the clock meanwhile', async () => {
  const sandbox = await startWith(stories)
  const { id } = await start(sandbox, 'patient', { paused: true })
  const other = await play(sandbox, 'other')
  await sandbox.post(`/sandbox/runs/${id}/resume`)
  const { detail } = await ended(sandbox, id)
  expect(detail).toMatch(/step 2 \(expect-2\): expected exactly 2 events /)
  expect(detail).toMatch(new RegExp(` Meanwhile ${other.id} moved the clock, which is one for all\\.$`))
})

test('what was moved before it began, or only paused beside it, is not told', async () => {
  const sandbox = await startWith(stories)
  await play(sandbox, 'other')
  await start(sandbox, 'other', { paused: true })
  const { detail } = await play(sandbox, 'patient')
  expect(detail).toContain('expected exactly 2 events')
  expect(detail).not.toContain('Meanwhile')
})
