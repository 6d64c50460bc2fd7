/** Checks every receiver of the zoo in Node: each defect must be exposed and named, and no right receiver may be alarmed. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished } from 'vitest'
import { generate, heldByReceiver } from '../../server/handlers/generate.ts'
import type { SchemeName } from '../../server/signing/recipes.ts'
import type { Check } from '../../server/wire.ts'
import { startHarness } from '../code/receivers.ts'
import { quick, test } from '../helpers/long.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { checkOf, exposedBy, isNamed, secret, startReceiver } from './check-of.ts'
import { defects, rights } from './expected.ts'

const sample = ['http-no-verification', 'http-hex', 'http-checks-then-inserts', 'http-right']
const families = ['http', 'express', 'fastify', 'hono', 'next', 'library']

function schemeOf(name: string): SchemeName {
  const [family, library = ''] = name.split('-')
  return family === 'library' && library in recipes ? (library as SchemeName) : 'standard-webhooks'
}

/** What the check of each receiver showed, a few at a time: much of a check is waiting. */
async function checked(names: readonly string[]): Promise<Map<string, Check>> {
  const sandbox = await startSandbox()
  const left = [...names]
  const found = new Map<string, Check>()
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const scheme = schemeOf(name)
      const port = await startReceiver([process.execPath, 'test/zoo/node/serve.mjs', name], {
        WEBHOOK_SECRET: heldByReceiver(recipes[scheme], secret),
      })
      const base = `http://127.0.0.1:${port}`
      const order = { url: `${base}/webhooks`, scheme, secret, effects: { url: `${base}/effects` }, seed: 7 }
      found.set(name, await checkOf(sandbox, order))
    }
  }
  await Promise.all(Array.from({ length: cpus().length + 1 }, work))
  return found
}

const tally = { exposed: 0, named: 0, defects: 0, alarms: 0, rights: 0, times: [] as number[] }

async function judge(names: readonly string[]) {
  const wrong: unknown[] = []
  for (const [name, check] of await checked(names)) {
    const found = exposedBy(check)
    const row = defects[name]
    if (row === undefined) {
      const alarms = found.filter((id) => !rights[name]?.includes(id))
      tally.rights++
      tally.alarms += alarms.length
      tally.times.push(check.duration_ms ?? 0)
      if (alarms.length > 0 || check.state !== 'done') wrong.push({ name, state: check.state, alarms })
      continue
    }
    const [exposed, named] = row
    const missed = exposed.split(' ').filter((id) => !found.includes(id))
    const isSo = isNamed(check, named)
    tally.defects++
    if (missed.length === 0) tally.exposed++
    if (isSo) tally.named++
    if (missed.length > 0 || !isSo)
      wrong.push({ name, missed, named: isSo || named, found, diagnosis: check.diagnosis?.code })
  }
  expect(wrong).toEqual([])
}

quick('a sample of the zoo is exposed and named, and a right receiver passes', () => judge(sample))

test.each(families)('receivers of %s', (family) =>
  judge(
    [...Object.keys(defects), ...Object.keys(rights)].filter(
      (name) => name.startsWith(`${family}-`) && !sample.includes(name),
    ),
  ),
)

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const [ours, vendors, frameworks] = [
  '../../node_modules',
  '../vendors/node_modules',
  '../code/frameworks/node_modules',
]
const packages = {
  hono: ours,
  '@hono/node-server': ours,
  express: frameworks,
  fastify: frameworks,
  standardwebhooks: ours,
  svix: vendors,
  stripe: vendors,
  '@octokit/webhooks-methods': vendors,
}
const languages = ['node-express', 'node-hono', 'node-fastify', 'node-next'] as const

/** Writes what `code` prints, with the packages that it imports beside it. */
function written(language: (typeof languages)[number], scheme: SchemeName, library: boolean) {
  const code = generate(language, { recipe: recipes[scheme], secret, url: null }, { library })
  if (typeof code === 'string') throw new Error(code)
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-zoo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, from] of Object.entries(packages)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(here(join(from, name)), link)
  }
  const file = join(folder, code.file)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code.text)
  const harness = join(folder, 'harness.mjs')
  symlinkSync(here('../code/harness/node.mjs'), harness)
  return { harness, receiver: { scheme, file, install: code.install, env: { WEBHOOK_SECRET: secret } } }
}

const printed = [
  ...languages.flatMap((language) =>
    [true, false].map((library) => [language, 'standard-webhooks', library] as const),
  ),
  ['node-hono', 'svix', true],
  ['node-express', 'stripe', true],
  ['node-hono', 'github', true],
] as const

/** The printed code verifies, and leaves it to its user to parse the body. */
const unparsed = ['rejects-malformed-json', 'rejects-empty-body']

test('receivers that code prints pass, but for what they do not parse', async () => {
  const sandbox = await startSandbox()
  const wrong: unknown[] = []
  for (const [language, scheme, library] of printed) {
    const { harness, receiver } = written(language, scheme, library)
    const urls = await startHarness([process.execPath, '--preserve-symlinks-main', harness], [receiver])
    const check = await checkOf(sandbox, { url: urls.get(scheme), scheme, secret, seed: 7 })
    const alarms = exposedBy(check).filter((id) => !unparsed.includes(id))
    tally.rights++
    tally.alarms += alarms.length
    if (alarms.length > 0 || check.state !== 'done') wrong.push({ language, scheme, library, alarms })
  }
  expect(wrong).toEqual([])
})

afterAll(() => {
  const { exposed, named, alarms, times } = tally
  const slowest = Math.max(0, ...times) / 1000
  process.stdout.write(
    `zoo: ${tally.defects} defects, ${exposed} exposed, ${named} named; ${tally.rights} right receivers, ${alarms} false alarms; ${slowest.toFixed(1)} s for the slowest right one\n`,
  )
})
