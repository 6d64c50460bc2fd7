import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { generate } from '../../server/handlers/generate.ts'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { recipes } from '../verification/every-scheme.ts'
import { secret } from './cases.ts'
import { startHarness } from './receivers.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ours = '../../node_modules'
const vendors = '../vendors/node_modules'
const frameworks = 'frameworks/node_modules'

/** Where each framework, and each library, is installed. */
const needs = {
  'node-hono': { hono: ours, '@hono/node-server': ours },
  'node-express': { express: frameworks },
  'standard-webhooks': { standardwebhooks: ours },
  svix: { svix: vendors },
  stripe: { stripe: vendors },
  github: { '@octokit/webhooks-methods': vendors },
}
type Scheme = 'standard-webhooks' | 'svix' | 'stripe' | 'github'

/** Sends correct and forged deliveries of the sandbox to a receiver that is written with the library. */
async function judge(language: 'node-hono' | 'node-express', scheme: Scheme) {
  const code = generate(language, { recipe: recipes[scheme], secret, url: null })
  if (typeof code === 'string') throw new Error(code)
  const [library] = Object.keys(needs[scheme])
  expect(code.library).toBe(library)
  expect(code.install).toMatch(/^npm install /)
  expect(code.install?.split(' ')).toContain(library)

  const folder = mkdtempSync(join(tmpdir(), 'sandbox-library-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, path] of Object.entries({ ...needs[language], ...needs[scheme] })) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    expect(existsSync(here(join(path, name))), `${name} is not installed`).toBe(true)
    symlinkSync(here(join(path, name)), link)
  }
  const file = join(folder, code.file)
  writeFileSync(file, code.text)
  const harness = join(folder, 'harness.mjs')
  symlinkSync(here('harness/node.mjs'), harness)
  const env = { WEBHOOK_SECRET: secret }
  const urls = await startHarness(
    [process.execPath, '--preserve-symlinks-main', harness],
    [{ scheme, file, install: code.install, env }],
  )

  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/subscriptions', { url: urls.get(scheme), scheme, secret })
  const faults = [
    'tamper(body)',
    'unsigned',
    'tamper(signature)',
    ...(scheme === 'github' ? [] : ['skew(-10m)']),
  ]
  await sandbox.trigger('card.created')
  for (const fault of faults) await sandbox.trigger('card.created', { fault })
  await sandbox.settle()
  const ends = (await sandbox.deliveries()).map(({ fault, state }) => [fault, state])
  expect(ends.toReversed()).toEqual([[null, 'succeeded'], ...faults.map((fault) => [fault, 'refused'])])
}

const title = '%s with the library of %s accepts what the sandbox signs and refuses its forgeries'
quick.each([['node-hono', 'standard-webhooks']] as const)(title, judge)
test.each([
  ['node-express', 'standard-webhooks'],
  ['node-hono', 'svix'],
  ['node-express', 'stripe'],
  ['node-express', 'github'],
] as const)(title, judge)
