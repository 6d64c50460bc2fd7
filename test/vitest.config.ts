import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { times } from './helpers/runs.ts'
import { early, late } from './setup/projects.mjs'
import { reachOf } from './setup/reach.mjs'

/**
 * By path, as the usual order depends on how long files took last time; one project behind the other, for a worker that comes
 * to another one is ended, and the next has to import everything anew.
 */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification) =>
      projects.findIndex(({ test }) => test.name === project.name)
    return files.toSorted((a, b) => turn(a) - turn(b) || a.moduleId.localeCompare(b.moduleId, 'en'))
  }
}

// Whoever runs the tests may want colours; what a test reads has none. To Node an empty value asks for them as well.
delete process.env.FORCE_COLOR

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (name: string) => readFileSync(join(root, name), 'utf8')
/** `quick` leaves out a file of long tests only, `long` a file whose tests are the same in both. */
const isWanted = (text: string) => {
  if (process.env.TESTS === 'quick')
    return !text.includes('helpers/long.ts') || /\b(?:quick[.(]|sample\()/.test(text)
  return process.env.TESTS !== 'long' || text.includes('helpers/long.ts')
}
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => isWanted(textOf(name)))
const alone = files.filter((name) => textOf(name).includes('vi.mock('))
const page = files.filter((name) => name.startsWith('test/ui/'))
const together = files.filter((name) => !alone.includes(name) && !page.includes(name))

/** Whether a file has what it needs while better-sqlite3 is still being compiled. */
const isEarly = (name: string) => !/^test\/(vendors|code)\//.test(name) && !needsMore(join(root, name))
const needsMore = reachOf(/'better-sqlite3'|node:child_process|'[^'\n]*dist\//)

// A sandbox keeps all that it knows in what starts it: files may share what they import, which halves their time.
const sharing = { isolate: false }
// Each file has modules of its own, which takes half the time of a process of its own.
const fresh = { isolate: false, setupFiles: 'test/setup/fresh-modules.ts' }

const kinds: Record<(typeof early | typeof late)[number], { include: string[] }> = {
  early: { include: together.filter(isEarly), ...sharing },
  // The page's state is in its modules.
  'early-page': { include: page.filter(isEarly), ...fresh },
  together: { include: together.filter((name) => !isEarly(name)), ...sharing },
  page: { include: page.filter((name) => !isEarly(name)), ...fresh },
  // A module that is replaced is replaced for all who share it.
  alone: { include: alone, ...fresh },
}
const projects = [...early, ...late].map((name) => ({
  extends: true as const,
  test: { name, ...kinds[name] },
}))

/** A module with a glob is not cached: it would keep the files that the glob once found. */
const uncachedGlobs: Plugin = {
  name: 'uncached-globs',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined)),
}

export default defineConfig({
  root,
  plugins: [uncachedGlobs],
  // As in the bundle.
  resolve: { alias: [{ find: /^zod$/, replacement: join(root, 'server/schema/zod.ts') }] },
  test: {
    projects,
    // What a module is compiled to is kept until it changes: else each project compiles the whole server for itself, at each run.
    experimental: { fsModuleCache: true },
    environment: 'node',
    pool: 'forks',
    // What the page shows is in the reader's zone, the browsers of the tests included.
    env: { TZ: 'UTC' },
    // One for each processor: a further worker spares little waiting, and has to import the whole server for itself.
    maxWorkers: availableParallelism(),
    // Tests leave styles out otherwise; this one is served.
    css: { include: /server\/docs\// },
    // Nothing asserts a time: these end what hangs, and no machine is too slow for them.
    testTimeout: 900_000 * times,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    sequence: { sequencer: ByPath },
  },
})
