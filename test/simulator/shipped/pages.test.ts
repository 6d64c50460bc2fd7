import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Run, Scenario } from '../../../server/wire.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { below, pageOf } from './page.ts'
import { mondayMorning, runToItsEnd, shippedNames, troubleOf } from './world.ts'

const overview = readFileSync('docs/scenarios.md', 'utf8')

/** What the commands of a page that run a scenario ask for. */
function ordersOf(page: string): { name: string; set: Record<string, string>; seed: string | undefined }[] {
  return [...page.matchAll(/^npx webhook-sandbox scenario run (\S+)(.*)$/gm)].map(
    ([, name = '', flags = '']) => ({
      name,
      set: Object.fromEntries(
        [...flags.matchAll(/--set (?:'([^=']+)=([^']*)'|([^=\s]+)=(\S+))/g)].map(([, a, b, c, d]) => [
          a ?? c ?? '',
          b ?? d ?? '',
        ]),
      ),
      seed: /--seed (\d+)/.exec(flags)?.[1],
    }),
  )
}

const scenarioOf = async (sandbox: TestSandbox, name: string) =>
  (await sandbox.get<{ scenario: Scenario }>(`/sandbox/scenarios/${name}`)).scenario

test('every scenario that ships has its page and its line in the overview, and no other has', () => {
  const pages = readdirSync('docs/scenarios').map((file) => file.replace(/\.md$/, ''))
  const lines = [...overview.matchAll(/^\| \[([a-z-]+)\]\(scenarios\/\1\.md\) \|/gm)].map(([, name]) => name)
  expect(pages.toSorted()).toEqual(shippedNames.toSorted())
  expect(lines.toSorted()).toEqual(shippedNames.toSorted())
})

test('each page begins with the title of its scenario and what that shows', async () => {
  const sandbox = await startSandbox()
  for (const name of shippedNames) {
    const { title, description, problems, source, file } = await scenarioOf(sandbox, name)
    expect({ problems, source, file }).toEqual({ problems: [], source: 'shipped', file: `${name}.yaml` })
    const [heading, , ...rest] = pageOf(name).split('\n')
    expect(heading).toBe(`# ${title}`)
    const opening = rest.join('\n').split('\n\n')[0]?.replaceAll('\n', ' ')
    expect(opening).toBe(description.trim())
  }
})

test('the commands of the pages run their scenario, with variables that it has', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock(mondayMorning)
  for (const name of shippedNames) {
    const page = pageOf(name)
    const [plain, ...varied] = ordersOf(page)
    expect(plain).toEqual({ name, set: {}, seed: undefined })
    for (const { name: named, set, seed } of varied) {
      expect(named).toBe(name)
      const run: Run = await runToItsEnd(sandbox, name, { set, ...(seed && { seed: Number(seed) }) })
      expect(troubleOf(run)).toEqual([])
      expect(run.set).toMatchObject(set)
    }
    const rows = [...below(page, 'What to vary').matchAll(/^\| (`.*?`) \|/gm)]
    const documented = rows.flatMap(([, words = '']) =>
      [...words.matchAll(/`([^`]+)`/g)].map(([, word]) => word),
    )
    const { set } = await scenarioOf(sandbox, name)
    expect(documented.toSorted(), name).toEqual(Object.keys(set).toSorted())
  }
})

test('what the pages point to is there', () => {
  for (const [folder, page] of [
    ['docs', overview] as const,
    ...shippedNames.map((name) => ['docs/scenarios', pageOf(name)] as const),
  ])
    for (const [, target = ''] of page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
      expect(existsSync(`${folder}/${target}`), `${folder}: ${target}`).toBe(true)
})
