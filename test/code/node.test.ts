import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Package → where it is installed. */
const packages = {
  express: here('frameworks/node_modules/express'),
  fastify: here('frameworks/node_modules/fastify'),
  hono: here('../../node_modules/hono'),
  '@hono/node-server': here('../../node_modules/@hono/node-server'),
}

function bringPackages(folder: string) {
  for (const [name, path] of Object.entries(packages)) {
    expect(existsSync(path), `${name} is missing: run node test/code/frameworks/install.mjs`).toBe(true)
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(path, link)
  }
}

describe.each(['node-express', 'node-hono', 'node-fastify', 'node-next'] as const)('%s', (language) => {
  test('takes what is right and refuses what is not, in every scheme', async () => {
    const { folder, receivers } = writeReceivers(language)
    bringPackages(folder)
    const harness = join(folder, 'harness.mjs')
    symlinkSync(here('harness/node.mjs'), harness)
    const loads = ['--preserve-symlinks-main', harness]
    await judgeReceivers(await startHarness([process.execPath, ...loads], receivers))
  })
})
