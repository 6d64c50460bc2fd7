/** The library for vitest: `test` with a sandbox and a receiver, and `expect` with the matchers. */
import { test as base, expect as plain } from 'vitest'
import { createSandbox } from '../library.ts'
import type { TestFixtures, WorkerFixtures } from '../types.ts'
import { matchers } from './matchers.ts'

interface Fixtures extends TestFixtures, WorkerFixtures {
  emptied: undefined
}

plain.extend(matchers)
export const expect = plain

export const test = base.extend<Fixtures>({
  sandboxOptions: [{}, { scope: 'worker' }],
  sandbox: [
    async ({ sandboxOptions }, use) => {
      await using sandbox = await createSandbox(sandboxOptions)
      await use(sandbox)
    },
    { scope: 'worker' },
  ],
  receiver: ({ sandbox }, use) => use(sandbox.receiver),
  emptied: [
    async ({ sandbox }, use) => {
      await use(undefined)
      await sandbox.reset()
    },
    { auto: true },
  ],
})
