import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLibrary } from '../../../server/simulator/scenarios/library.ts'
import type { Scenario } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { calls } from './calls.ts'

const text = (title: string) => `title: ${title}\nsteps:\n  - wait: 1s\n`

/** A library with a folder of the test's own. */
function withFolder(files: Record<string, string | Buffer>) {
  const folder = ownFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const library = createLibrary(folder, calls)
  return {
    folder,
    library,
    users: async () => (await library.list()).filter(({ source }) => source === 'user'),
  }
}

test('what is shipped is listed by name, and nothing is wrong with it', async () => {
  const list = await createLibrary(null, calls).list()
  expect(list.length).toBeGreaterThanOrEqual(13)
  expect(list.map(({ name }) => name)).toEqual(list.map(({ name }) => name).toSorted())
  for (const { name, source, file, problems, description, text } of list) {
    expect({ name, source, file, problems }).toEqual({
      name,
      source: 'shipped',
      file: `${name}.yaml`,
      problems: [],
    })
    expect(description).not.toBe('')
    expect(text).toContain('steps:')
  }
})

test('files of the folder are read again when they change, appear or disappear', async () => {
  const { folder, users } = withFolder({ 'mine.yaml': text('First') })
  expect((await users()).map(({ name, title }) => [name, title])).toEqual([['mine', 'First']])
  writeFileSync(join(folder, 'mine.yaml'), text('Other'))
  writeFileSync(join(folder, 'new.yaml'), text('New'))
  expect((await users()).map(({ name, title }) => [name, title])).toEqual([
    ['mine', 'Other'],
    ['new', 'New'],
  ])
  rmSync(join(folder, 'mine.yaml'))
  expect((await users()).map(({ name }) => name)).toEqual(['new'])
  rmSync(folder, { recursive: true })
  expect(await users()).toEqual([])
})

test('a file that is wrong is listed with its problems and is not run', async () => {
  const { library, users } = withFolder({ 'mine.yaml': 'title: Mine\nsteps:\n  - wiat: 1s\n  - wait: 2s\n' })
  const problem = 'mine.yaml, line 3, step 1: wiat is not a kind of step; did you mean wait?'
  expect(await users()).toMatchObject([
    {
      name: 'mine',
      title: 'Mine',
      problems: [problem],
      steps: [{ index: '2', kind: 'wait', summary: 'move the clock 2s on' }],
    },
  ])
  expect((await library.one('mine')).text).toContain('wiat')
  await expect(library.runnable({ name: 'mine' })).rejects.toThrow(problem)
})

test('a file with an invalid or taken name is reported as such', async () => {
  const { library, users } = withFolder({
    'onboarding-passes.yaml': text('Mine'),
    'My Story.yaml': text('Mine'),
    'story.yml': text('Mine'),
    'story-b.YAML': text('Mine'),
    'story-c.json': '{"title": "Mine", "steps": [{"wait": "1s"}]}',
    'notes.txt': 'no scenario',
    '.hidden.yaml': 'no scenario',
  })
  const form = 'a scenario is named by its file: lower-case letters, digits and dashes, then .yaml.'
  expect((await users()).flatMap(({ problems }) => problems)).toEqual([
    `My Story.yaml: ${form}`,
    'onboarding-passes.yaml: a built-in scenario has this name; rename the file.',
    `story.yml: ${form}`,
    `story-b.YAML: ${form}`,
    `story-c.json: ${form}`,
  ])
  expect((await library.one('onboarding-passes')).source).toBe('shipped')
  expect((await library.runnable({ name: 'onboarding-passes' })).title).not.toBe('Mine')
})

test('an unreadable file is reported as such, and a pipe is never read', async () => {
  const { folder, users } = withFolder({
    'latin.yaml': Buffer.from([0x74, 0x69, 0xe4]),
    'large.yaml': Buffer.alloc(1_048_577, 0x20),
  })
  mkdirSync(join(folder, 'folder.yaml'))
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')])
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link.yaml'))
  expect(Object.fromEntries((await users()).map(({ file, problems }) => [file, problems[0]]))).toEqual({
    'folder.yaml': 'folder.yaml: is not a file.',
    'large.yaml': 'large.yaml: is larger than 1048576 bytes.',
    'latin.yaml': 'latin.yaml: is not UTF-8.',
    'link.yaml': expect.stringMatching(/^link\.yaml: cannot be read: ENOENT/),
    'pipe.yaml': 'pipe.yaml: is not a file.',
  })
})

test('a missing folder is reported at the start', async () => {
  await expect(startSandbox({ scenarios: 'no/such/folder' })).rejects.toMatchObject({
    message: expect.stringMatching(/^Cannot read the folder of scenarios no\/such\/folder: ENOENT/),
    fix: 'Create the folder, or name another folder in the configuration under scenarios.',
  })
})

test('scenarios are listed over HTTP, each with its file and variables', async () => {
  const sandbox = await startSandbox()
  const { scenarios, next } = await sandbox.get<{ scenarios: Scenario[]; next: null }>('/sandbox/scenarios')
  expect(next).toBeNull()
  const pages: unknown[] = []
  for (let cursor: string | null = '0'; cursor; ) {
    const page: { scenarios: Scenario[]; next: string | null } = await sandbox.get(
      `/sandbox/scenarios?limit=5&cursor=${cursor}`,
    )
    pages.push(page.scenarios)
    cursor = page.next
  }
  expect(pages).toEqual([scenarios.slice(0, 5), scenarios.slice(5, 10), scenarios.slice(10)])
  expect(await sandbox.request('GET', '/sandbox/scenarios?limit=501')).toMatchObject({ status: 400 })
  const [first] = scenarios
  expect(await sandbox.get(`/sandbox/scenarios/${first?.name}`)).toEqual({ scenario: first })
  expect(await sandbox.request('GET', '/sandbox/scenarios/onbording-passes')).toMatchObject({
    status: 404,
    body: {
      error: { code: 'scenario_unknown', fix: expect.stringMatching(/^Did you mean onboarding-passes\?/) },
    },
  })
})
