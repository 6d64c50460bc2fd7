import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installedSqliteMajor, treeFits } from '../../server/setup/install-facts.mjs'
import { wantedMajor } from '../../server/setup/install-plan.mjs'
import { npmInstaller } from '../../server/setup/install-steps.mjs'
import { sample } from '../helpers/long.ts'
import { makeClone } from './clone.js'

const wanted = wantedMajor(Number(process.versions.napi))
const other = wanted === 12 ? 13 : 12

/** A package as npm unpacks it: its package.json alone. */
function tarball(name: string, version: string) {
  const content = Buffer.from(JSON.stringify({ name, version }))
  const head = Buffer.alloc(512)
  head.write('package/package.json')
  for (const [at, value, digits] of [
    [100, 0o644, 7],
    [108, 0, 7],
    [116, 0, 7],
    [124, content.length, 11],
    [136, 0, 11],
  ] as const)
    head.write(value.toString(8).padStart(digits, '0'), at)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  head.write(
    head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0'),
    148,
  )
  head[154] = 0
  const padding = Buffer.alloc(512 - (content.length % 512) + 1024)
  return gzipSync(Buffer.concat([head, content, padding]))
}

/** A registry on this machine that npm asks instead of the one that is configured. */
async function useRegistry(root: string, packages: Record<string, string[]>) {
  const server = createServer((request, response) => {
    const [, name = '', version = ''] = (request.url ?? '').split('/')
    if (version !== '') {
      response.end(tarball(name, version))
      return
    }
    const versions = packages[name] ?? []
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: versions.at(-1) },
        versions: Object.fromEntries(
          versions.map((one) => [
            one,
            { name, version: one, dist: { tarball: `${url}/${name}/${one}`, shasum: '' } },
          ]),
        ),
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    vi.unstubAllEnvs()
  })
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  vi.stubEnv('npm_config_cache', join(root, 'cache'))
}

test.each(sample(['false'], ['true', 'false']))(
  'the other better-sqlite3 comes alone, though newer packages are out than are locked (npm set to package-lock=%s)',
  async (setting) => {
    const { root } = makeClone({ locked: { vite: '8.0.0', 'better-sqlite3': `${other}.0.0` } })
    await useRegistry(root, { vite: ['8.0.0', '8.0.1'], 'better-sqlite3': ['12.0.0', '13.0.0'] })
    vi.stubEnv('npm_config_package_lock', setting)
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')

    await npmInstaller.perform(root, 'packages', { started: () => {} })
    expect(installedSqliteMajor(root)).toBe(other)
    await npmInstaller.perform(root, 'fetch', { started: () => {} })

    expect(installedSqliteMajor(root)).toBe(wanted)
    expect(treeFits(root)).toBe(true)
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).toBe(lock)
  },
)

test('an offline setting of npm is reported', async () => {
  const { root } = makeClone()
  await useRegistry(root, {})
  vi.stubEnv('npm_config_offline', 'true')
  const installing = npmInstaller.perform(root, 'packages', { started: () => {} })
  await expect(installing).rejects.toThrow(/npm is set to work offline.*`npm_config_offline=false npm start`/)
})

test.each([
  ["it's (mine)", /make cannot compile in [^:]*, because its path contains '/],
  ['plain name', /needs python3, make and a C\+\+ compiler/],
])('the obstacle is named if better-sqlite3 cannot be compiled in %j', async (name, advice) => {
  const { root, write } = makeClone()
  write(`${name}/package.json`, JSON.stringify({ dependencies: { 'better-sqlite3': '^12' } }))
  const scripts = { install: 'exit 1' }
  write(
    `${name}/node_modules/better-sqlite3/package.json`,
    JSON.stringify({ name: 'better-sqlite3', version: '12.0.0', scripts }),
  )
  const compiling = npmInstaller.perform(join(root, name), 'compile', { started: () => {} })
  await expect(compiling).rejects.toThrow(advice)
})
