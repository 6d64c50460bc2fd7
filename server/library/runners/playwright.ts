/** The library for Playwright: `test` with a sandbox and a receiver, and `expect` with the matchers. */
import { test as base, expect as plain } from '@playwright/test'
import { createSandbox } from '../library.ts'
import type { TestFixtures, WorkerFixtures } from '../types.ts'
import { matchers } from './matchers.ts'

export const expect = plain.extend(matchers)

export const test = base.extend<TestFixtures & { emptied: undefined }, WorkerFixtures>({
  sandboxOptions: [{}, { scope: 'worker', option: true }],
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
