import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'

/** What runs as it is imported. */
const runs: Record<string, string> = {
  'ui/check/checking.ts': 'forgets the checks at a reset',
  'ui/errors/errors.ts': 'counts held calls after a pause',
  'ui/kit/preferences.ts': 'hides a strip that was read before, when the page opens',
}
// It starts all others.
const modules = sourceFiles('ui').filter(({ path }) => !path.endsWith('ui/main.tsx'))
const thatHave = (line: RegExp) => modules.filter(({ text }) => line.test(text)).map(({ path }) => path)

test('no module of the page keeps state in a variable', () => {
  expect(modules.length).toBeGreaterThan(200)
  expect(thatHave(/^(?:export )?(?:let|var)\b/m)).toEqual([])
})

test('no module of the page listens or runs as it is imported', () => {
  const calls =
    /^(?:[\w.?]+\(|(?:if|for|while) ?\(|(?:export )?const .*= (?:addEventListener|effect|matchMedia|set\w+)\()/m
  expect(thatHave(calls).toSorted()).toEqual(Object.keys(runs))
})
