import { expect, test, vi } from 'vitest'

test('each thing that is set for everybody has one sign with its number; what is spent, or as the wall, has none', async () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  const { signsOf } = await import('../../ui/shell/standing.tsx')
  const { isAnythingSet, setForAll } = await import('../../ui/shell/set-for-all.ts')
  const { armedErrors } = await import('../../ui/errors/errors.ts')
  const { faultRules } = await import('../../ui/faults/faults.ts')
  const { clock } = await import('../../ui/live/clock.ts')
  const { paused } = await import('../../ui/stream/stream.ts')
  const texts = () => signsOf(setForAll.value).map(({ text }) => text)
  const wall = { mode: 'real', speed: 1, offset_ms: 40 }
  clock.value = wall as never
  expect([isAnythingSet.value, texts()]).toEqual([false, []])
  armedErrors.value = [
    { id: 'arm_1', times: 1, fired: 1 },
    { id: 'arm_2', times: 2, fired: 1 },
  ] as never
  faultRules.value = [{ id: 'flt_1', first: null, matched: 4 }] as never
  clock.value = { ...wall, speed: 60 } as never
  paused.value = true
  expect([isAnythingSet.value, texts()]).toEqual([
    true,
    ['1 armed', '1 fault rule', 'clock ×60', 'stream paused'],
  ])
  // The same act has the same name in the palette.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { pageEntries, sandboxEntries } = await import('../../ui/palette/sources/page.ts')
  const titles = () => [...pageEntries(), ...sandboxEntries()].map(({ title }) => title)
  expect(titles()).toContain(signsOf(setForAll.value).at(-1)?.off)
  clock.value = { ...wall, offset_ms: 86_400_000 } as never
  expect(texts()[2]).toBe('clock moved')
  clock.value = { ...wall, mode: 'manual' } as never
  expect(titles()).toContain(signsOf(setForAll.value)[2]?.off)
})
