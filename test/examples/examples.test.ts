import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createProgram } from '../../server/cli/program.ts'
import { realOutside } from '../../server/outside.ts'
import { version } from '../../server/version.ts'
import { ownFolder } from '../helpers/folder.ts'
import { test as long } from '../helpers/long.ts'
import { builtProgram } from '../helpers/program.ts'
import { locate } from '../setup/chromium.mjs'

const run = promisify(execFile)
const textOf = (path: string) => readFileSync(join('examples', path), 'utf8')

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const projects = ['vitest-express', 'node-test-fastify', 'jest-nest', 'playwright-next']

test('the list of examples names each of them', () => {
  const listed = [...textOf('README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path)
  const found = readdirSync('examples').filter((name) => name !== 'README.md')
  expect(listed.toSorted()).toEqual(found.toSorted())
})

test.each(projects)('%s takes this version of the library', (name) => {
  const { devDependencies }: Manifest = JSON.parse(textOf(`${name}/package.json`))
  expect(devDependencies['webhook-sandbox']).toBe(`^${version}`)
})

interface Action {
  inputs: Record<string, unknown>
  outputs: Record<string, unknown>
}
interface Workflow {
  jobs: Record<string, { steps: { id?: string; uses?: string; with?: Record<string, string> }[] }>
}

test('the workflow uses inputs and outputs that the action has', () => {
  const action: Action = parse(readFileSync('action.yml', 'utf8'))
  const text = textOf('github-actions/webhooks.yml')
  const steps = Object.values((parse(text) as Workflow).jobs).flatMap((job) => job.steps)
  const own = steps.find(({ uses }) => uses?.includes('webhook-sandbox'))
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(own?.with ?? {})))
  const outputs = [...text.matchAll(new RegExp(`steps\\.${own?.id}\\.outputs\\.([\\w-]+)`, 'g'))]
  expect(outputs.length).toBeGreaterThan(0)
  for (const [, name = ''] of outputs) expect(Object.keys(action.outputs)).toContain(name)
})

test('the commands of the pipeline have options that exist', () => {
  const program = createProgram({
    terminal: { out() {}, log() {} },
    environment: {},
    calledAs: 'webhook-sandbox',
    outside: realOutside(),
    onRunning() {},
  })
  const optionsOf = (name: string) =>
    program.commands.find((one: Command) => one.name() === name)?.options.map(({ long }) => long) ?? []
  const { webhooks } = parse(textOf('gitlab-ci/.gitlab-ci.yml')) as { webhooks: { script: string[] } }
  const commands = webhooks.script.filter((line) => line.includes('npx webhook-sandbox'))
  expect(commands).toHaveLength(2)
  for (const line of commands) {
    const [, , name = '', ...words] = line.split(' -- ')[0]?.split(' ') ?? []
    for (const word of words.filter((one) => one.startsWith('--'))) expect(optionsOf(name)).toContain(word)
  }
})

/** A copy of an example, installed as a user does, with the packed package of this tree. */
async function copyOf(name: string): Promise<string> {
  const folder = ownFolder()
  cpSync(join('examples', name), folder, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])
  const [packed]: { filename: string }[] = JSON.parse(stdout)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  manifest.devDependencies['webhook-sandbox'] = `file:${packed?.filename}`
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  // Compiled already.
  cpSync('node_modules/better-sqlite3', join(folder, 'node_modules/better-sqlite3'), { recursive: true })
  return folder
}

/** As in a shell of its own: this process is a runner of tests, and tells so. */
const env = {
  ...process.env,
  VITEST: undefined,
  NODE_TEST_CONTEXT: undefined,
  PORT: '3173',
  CI: '1',
  CHROMIUM_PATH: locate(),
}

long.each(projects)('the tests of %s pass', { timeout: 600_000 }, async (name) => {
  await run('npm', ['test'], { cwd: await copyOf(name), env })
})

/** A Python that has the packages of the example: that of the PATH, or that of the system. */
async function pythonWithPackages(): Promise<string | undefined> {
  for (const python of ['python3', '/usr/bin/python3'])
    if (await run(python, ['-c', 'import fastapi, httpx, pytest, uvicorn']).catch(() => undefined))
      return python
  return undefined
}

long('the tests of pytest-fastapi pass', { timeout: 300_000 }, async (context) => {
  const python = await pythonWithPackages()
  if (python === undefined) return context.skip('Python lacks the packages of examples/pytest-fastapi')
  const cwd = resolve('examples/pytest-fastapi')
  const args = ['-B', '-m', 'pytest', '-p', 'no:cacheprovider']
  const { stdout } = await run(process.execPath, [builtProgram, 'run', '--', python, ...args], {
    cwd,
    env,
  })
  expect(stdout).toMatch(/2 passed/)
})
