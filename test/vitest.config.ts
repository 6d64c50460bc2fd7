import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By path: the usual order depends on how long files took last time. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId, 'en'))
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    pool: 'forks',
    // One for each processor: many tests wait for sockets and the browser rather than reckon.
    maxWorkers: '100%',
    // Tests leave styles out otherwise; this one is served.
    css: { include: /server\/docs\// },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    sequence: { sequencer: ByPath },
  },
})
