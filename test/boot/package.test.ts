import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { test as long, quick as test } from '../helpers/long.ts'
import { startProgram } from '../helpers/program.ts'

const run = promisify(execFile)

interface Manifest {
  exports: Record<string, string | { types: string; default: string }>
  sideEffects: string[]
}
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [{ name, ...target }],
)

test('publint finds nothing to mend', async () => {
  const { messages, pkg } = await publint({ pkgDir: '.', pack: false, level: 'suggestion' })
  expect(messages.map((one) => formatMessage(one, pkg))).toEqual([])
})

test('each export has its file and the declarations of the same kind', () => {
  for (const { name, types, default: file } of entries) {
    expect([name, existsSync(file), existsSync(types)]).toEqual([name, true, true])
    expect(types).toBe(file.replace(/\.(c?)js$/, '.d.$1ts'))
  }
  for (const file of manifest.sideEffects) expect([file, existsSync(file)]).toEqual([file, true])
})

test('nothing that is built holds a path of the machine that built it', () => {
  const built = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .map((name) => join('dist', name))
    .filter((name) => statSync(name).isFile() && !name.endsWith('stamp.json'))
  expect(built.filter((name) => readFileSync(name, 'utf8').includes(resolve('.')))).toEqual([])
})

interface Packed {
  filename: string
  size: number
  unpackedSize: number
}

/** The package as npm publishes it, in a folder of its own. */
async function packed(): Promise<Packed> {
  const folder = ownFolder()
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])
  const [one]: Packed[] = JSON.parse(stdout)
  if (!one) throw new Error(`npm packed nothing: ${stdout}`)
  return { ...one, filename: join(folder, one.filename) }
}

/** An empty folder with the packed package and vitest, installed from the cache of npm. */
async function installed(): Promise<string> {
  const { filename, size, unpackedSize } = await packed()
  const folder = ownFolder()
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const vitest: { version: string } = JSON.parse(readFileSync('node_modules/vitest/package.json', 'utf8'))
  const args = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', filename, `vitest@${vitest.version}`, ...args], { cwd: folder })
  // Compiled already.
  cpSync('node_modules/better-sqlite3', join(folder, 'node_modules/better-sqlite3'), { recursive: true })
  process.stdout.write(`package: ${size} bytes packed, ${unpackedSize} bytes unpacked\n`)
  return folder
}

const ten = (setUp: string) => `${setUp}
test('an order is confirmed', async ({ sandbox }) => {
  const seen: string[] = []
  const orders = await sandbox.receiver(async (request) => {
    seen.push((await request.json()).event)
    return new Response()
  })
  await sandbox.trigger('card.created')
  await expect(orders).toBeDelivered({ event: 'card.created' })
  expect(seen).toEqual(['card.created'])
})
`

long('the packed package runs ten lines of vitest in an empty folder, alone and connected', async () => {
  const folder = await installed()
  const { url } = await startProgram(['--bare', '--port', '0', '--data', ':memory:'], { cwd: folder })
  const ways = {
    alone: "import { expect, test } from 'webhook-sandbox/vitest'",
    connected: `import { connect } from 'webhook-sandbox'
import { expect, test as base } from 'webhook-sandbox/vitest'
const test = base.extend({ sandbox: [connect('${url}'), { scope: 'worker' }] })`,
  }
  for (const [name, setUp] of Object.entries(ways)) {
    writeFileSync(join(folder, `${name}.test.ts`), ten(setUp))
    const before = performance.now()
    const { stdout } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', name], {
      cwd: folder,
      env: { ...process.env, VITEST: '', NO_COLOR: '1' },
    })
    process.stdout.write(`${name}: ${Math.round(performance.now() - before)} ms\n`)
    expect(stdout).toMatch(/Tests\s+1 passed/)
  }
  const { stdout } = await run('npx', ['--offline', 'webhook-sandbox', '--version'], { cwd: folder })
  expect(stdout.trim()).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
})
