import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { test as long, quick as test } from '../helpers/long.ts'
import { startProcess } from '../helpers/program.ts'
import { suites } from './suites.ts'

/** A project of a user: the built package in its node_modules, beside packages that are here. */
function projectWith(files: Record<string, string>, packages: Record<string, string>): string {
  const folder = ownFolder()
  const modules = join(folder, 'node_modules')
  const own = join(modules, 'webhook-sandbox')
  mkdirSync(own, { recursive: true })
  cpSync('package.json', join(own, 'package.json'))
  cpSync('dist/server', join(own, 'dist/server'), { recursive: true })
  const linked = { 'better-sqlite3': 'node_modules/better-sqlite3', ...packages }
  for (const [name, place] of Object.entries(linked)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve(place), join(modules, name))
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Runs a runner of a project; resolves with its exit code and all that it wrote. */
async function run(cwd: string, args: string[]) {
  // This process is a runner too, and tells so.
  const runner = startProcess(process.execPath, args, { cwd, env: { VITEST: '', NO_COLOR: '1' } })
  const code = await runner.ended
  return { code, text: runner.stdout() + runner.stderr() }
}

/** Nothing here asserts a time. */
const patient = '--testTimeout=300000'

/** What every runner prints of the failed test: the closest delivery, what came instead, and the fix. */
const explained =
  /No delivery matched[^\n]*closest, dlv_\w+, has state retrying[\s\S]*Arrived instead[\s\S]* 404 [\s\S]*Fix {5}Check that your receiver listens at \/ /

/** The programs of docs/library.md: the first, then one for each other runner. */
const [first = '', ...others] = [
  ...readFileSync('docs/library.md', 'utf8').matchAll(/^```js\n(.*?)^```/gms),
].map(([, code = '']) => code)
const [ofPlaywright = '', ofNodeTest = '', ofJest = ''] = others

/** A receiver for the first program, which does its work once for each event. */
const handler = `
import { Webhook } from 'standardwebhooks'
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const done = new Set()
export async function handler(request) {
  try {
    new Webhook(secret).verify(await request.text(), Object.fromEntries(request.headers))
  } catch {
    return new Response('invalid signature', { status: 401 })
  }
  const id = request.headers.get('webhook-id')
  const isKnown = done.has(id)
  done.add(id)
  return Response.json({ known: isKnown })
}
`

const asModule = '{ "type": "module" }'

test('vitest', async () => {
  const files = {
    'package.json': asModule,
    'orders.test.js': suites.vitest,
    'handler.js': handler,
    'docs.test.js': first.replace(
      'receiver(handler)',
      "receiver(handler, { secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' })",
    ),
  }
  const folder = projectWith(files, {
    vitest: 'node_modules/vitest',
    standardwebhooks: 'node_modules/standardwebhooks',
  })
  const { code, text } = await run(folder, ['node_modules/vitest/vitest.mjs', 'run', patient])
  expect(text).toMatch(explained)
  expect(text).toMatch(/Tests\s+1 failed \| 3 passed/)
  expect(code).toBe(1)
})

test('node:test', async () => {
  const folder = projectWith(
    { 'package.json': asModule, 'orders.test.js': suites.nodeTest, 'docs.test.js': ofNodeTest },
    {},
  )
  const { code, text } = await run(folder, [
    '--test',
    '--test-reporter=spec',
    'orders.test.js',
    'docs.test.js',
  ])
  expect(text).toMatch(explained)
  expect(text).toMatch(/pass 3\n[\s\S]*fail 1\n/)
  expect(code).toBe(1)
})

long('Playwright', async () => {
  const files = {
    'package.json': asModule,
    'orders.test.js': suites.playwright,
    'docs.test.js': ofPlaywright,
  }
  const folder = projectWith(files, { '@playwright/test': 'node_modules/@playwright/test' })
  const { code, text } = await run(folder, [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=line',
  ])
  expect(text).toMatch(explained)
  expect(text).toMatch(/1 failed[\s\S]*3 passed/)
  expect(code).toBe(1)
})

const jest = 'test/library/jest/node_modules/jest/bin/jest.js'

long('jest with CommonJS', async () => {
  const folder = projectWith(
    { 'package.json': '{}', 'orders.test.js': suites.jest, 'docs.test.js': ofJest },
    {},
  )
  const { code, text } = await run(folder, [resolve(jest), patient])
  expect(text).toMatch(explained)
  expect(text).toMatch(/Tests: +1 failed, 3 passed/)
  expect(code).toBe(1)
})

long('jest with ES modules', async () => {
  const folder = projectWith({ 'package.json': asModule, 'orders.test.js': suites.jestModule }, {})
  const { code, text } = await run(folder, ['--experimental-vm-modules', resolve(jest), patient])
  expect(text).toMatch(explained)
  expect(text).toMatch(/Tests: +1 failed, 2 passed/)
  expect(code).toBe(1)
})
