import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By path: the usual order depends on how long files took last time. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId, 'en'))
  }
}

const tests = 'test/**/*.test.{ts,tsx}'
const ofThePage = 'test/ui/**'
const notOurs = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    projects: [
      // A sandbox keeps all that it knows in what starts it: files may share what they import, which halves their time.
      {
        extends: true,
        test: { name: 'sandbox', include: [tests], exclude: [...notOurs, ofThePage], isolate: false },
      },
      // The page's state is in its modules.
      { extends: true, test: { name: 'page', include: [ofThePage], exclude: notOurs } },
    ],
    environment: 'node',
    pool: 'forks',
    // One for each processor: many tests wait for sockets and the browser rather than reckon.
    maxWorkers: '100%',
    // Tests leave styles out otherwise; this one is served.
    css: { include: /server\/docs\// },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: ByPath },
  },
})
