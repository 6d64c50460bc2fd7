import { existsSync, lstatSync, readFileSync, readlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ensureInstalled, type Installer, linkOwnBin, stampFile } from '../../server/setup/install.mjs'
import {
  installedSqliteMajor,
  installFingerprint,
  platformOf,
  treeFits,
} from '../../server/setup/install-facts.mjs'
import type { Step } from '../../server/setup/install-plan.mjs'
import { lockFile } from '../../server/setup/lock.mjs'
import { makeClone } from './clone.js'

const complete = { vite: '8.0.0', 'better-sqlite3': '12.0.0' }

/** An installer that needs the given steps once, and keeps what it was asked. */
function fakeInstaller(steps: Step[], act: (step: Step) => void = () => {}) {
  const performed: Step[] = []
  const trusted: boolean[] = []
  const installer: Installer = {
    plan: async (_root, { trustTree }) => {
      trusted.push(trustTree)
      return steps.filter((step) => !performed.includes(step))
    },
    perform: async (_root, step) => {
      act(step)
      performed.push(step)
    },
  }
  return { installer, performed, trusted }
}

describe('ensureInstalled', () => {
  test('performs what is missing, once, and looks no further the next time', async () => {
    const { root, install } = makeClone()
    const first = fakeInstaller(['packages', 'compile'], () => install(complete))
    await ensureInstalled(root, first.installer)
    expect(first.performed).toEqual(['packages', 'compile'])

    const second = fakeInstaller(['packages'])
    await ensureInstalled(root, second.installer)
    expect(second.trusted).toEqual([])
  })

  test('an install that fails leaves no stamp and no lock, and nothing it left behind is trusted', async () => {
    const { root, install } = makeClone()
    const failing = fakeInstaller(['packages', 'compile'], (step) => {
      install(complete)
      if (step === 'compile') throw new Error('no compiler')
    })
    await expect(ensureInstalled(root, failing.installer)).rejects.toThrow('no compiler')
    expect(readFileSync(stampFile(root), 'utf8')).not.toBe(installFingerprint(root))
    expect(existsSync(lockFile(root))).toBe(false)

    const again = fakeInstaller(['compile'])
    await ensureInstalled(root, again.installer)
    expect(again.trusted[0]).toBe(false)
    expect(again.performed).toEqual(['compile'])
  })

  test.each(['#', '?', '[', '}'])(
    'a folder with %s in its name, where Vite cannot build, is refused before the installation',
    async (character) => {
      const { root, write } = makeClone()
      for (const file of ['package.json', 'package-lock.json']) write(`a${character}b/${file}`, '{}')
      const { installer, trusted } = fakeInstaller(['packages'])
      await expect(ensureInstalled(join(root, `a${character}b`), installer)).rejects.toThrow(
        `Vite does not support ${character} in a path. Move the folder`,
      )
      expect(trusted).toEqual([])
    },
  )

  test('a folder that still does not fit after npm finished is an error, not a good install', async () => {
    const { root } = makeClone()
    const installer: Installer = { plan: async () => ['compile'], perform: async () => {} }
    await expect(ensureInstalled(root, installer)).rejects.toThrow(
      /still does not fit Node .* \(missing: compile\)/,
    )
    expect(readFileSync(stampFile(root), 'utf8')).not.toBe(installFingerprint(root))
  })

  test("somebody's own npm ci is accepted as it is", async () => {
    const { root } = makeClone({ installed: complete })
    const { installer, performed } = fakeInstaller([])
    await ensureInstalled(root, installer)
    expect(performed).toEqual([])
    expect(readFileSync(stampFile(root), 'utf8')).toBe(installFingerprint(root))
  })

  test('the lock of a process that died holds nobody up', async () => {
    const { root, write } = makeClone({ installed: complete })
    write('.sandbox/setup.lock', 'left by a crash of long ago')
    utimesSync(lockFile(root), 0, 0)
    const { installer, trusted } = fakeInstaller([])
    await ensureInstalled(root, installer)
    expect(trusted).toEqual([true])
  })
})

describe('the fingerprint of an install', () => {
  const node = { napi: '9', modules: '115' }

  test.each([
    ['another ABI', { napi: '9', modules: '131' }],
    ['another Node-API', { napi: '10', modules: '115' }],
  ])('changes with %s', (_, other) => {
    const { root } = makeClone({ installed: complete })
    expect(installFingerprint(root, other)).not.toBe(installFingerprint(root, node))
  })

  test('changes with another C library, which its loader tells at the front of a program', () => {
    const { root, write } = makeClone({ installed: complete })
    const under = (loader: string) => {
      write('node', `\x7fELF\x02\x01\x01${'\0'.repeat(800)}/${loader}\0`)
      return platformOf({ platform: 'linux', arch: 'x64', execPath: join(root, 'node') })
    }
    const [glibc, musl] = [under('lib64/ld-linux-x86-64.so.2'), under('lib/ld-musl-x86_64.so.1')]
    expect([glibc.libc, musl.libc]).toEqual(['glibc', 'musl'])
    expect(installFingerprint(root, node, musl)).not.toBe(installFingerprint(root, node, glibc))
  })

  test('tells a C library of Linux alone, and takes the usual one where the program cannot be read', () => {
    const node = { arch: 'x64', execPath: '/nowhere' }
    expect(platformOf({ ...node, platform: 'darwin' }).libc).toBeUndefined()
    expect(platformOf({ ...node, platform: 'linux' }).libc).toBe('glibc')
  })

  test.each([
    ['package-lock.json', '{}'],
    ['package.json', '{ "dependencies": {} }'],
    ['node_modules/.package-lock.json', '{}'],
    ['node_modules/better-sqlite3/package.json', '{ "version": "13.0.0" }'],
    ['node_modules/better-sqlite3/build/Release/better_sqlite3.node', 'binary'],
  ])('changes with %s', (path, content) => {
    const { root, write } = makeClone({ installed: complete })
    const before = installFingerprint(root, node)
    write(path, content)
    expect(installFingerprint(root, node)).not.toBe(before)
  })

  test('does not change with what package.json says beside its dependencies', () => {
    const { root, write } = makeClone({ installed: complete })
    const before = installFingerprint(root, node)
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    write('package.json', JSON.stringify({ ...manifest, scripts: { hello: 'echo' } }))
    expect(installFingerprint(root, node)).toBe(before)
  })
})

describe('node_modules fits the lock file', () => {
  test.each([
    ['as locked', complete, true],
    [
      'with the other better-sqlite3 and what it brings',
      { ...complete, 'better-sqlite3': '13.2.0', extra: '1.0.0' },
      true,
    ],
    ['not with another version', { ...complete, vite: '7.0.0' }, false],
    ['not without a development package', { 'better-sqlite3': '12.0.0' }, false],
  ])('%s', (_, installed, fits) => {
    expect(treeFits(makeClone({ installed }).root)).toBe(fits)
  })

  test('not when it was installed for another platform, as where the folder is shared with a container', () => {
    const { root, write } = makeClone({ installed: complete })
    const fits = (...natives: object[]) => {
      const entries = Object.entries(complete).map(([name, version]) => [`node_modules/${name}`, { version }])
      const own = natives.map((native, index) => [
        `node_modules/native-${index}`,
        { version: '1', ...native },
      ])
      write(
        'node_modules/.package-lock.json',
        JSON.stringify({ packages: Object.fromEntries([...entries, ...own]) }),
      )
      return treeFits(root)
    }
    const [elsewhere, here] = [{ os: ['plan9'], cpu: [process.arch] }, { os: [process.platform] }]
    expect(fits(elsewhere)).toBe(false)
    expect(fits({ os: [process.platform], cpu: ['pdp11'] })).toBe(false)
    expect(fits({ os: [`!${process.platform}`] })).toBe(false)
    expect(fits({ os: ['!plan9'] })).toBe(true)
    expect(fits(elsewhere, here)).toBe(true)
  })

  test("not when it was installed for another C library, as in Alpine's container, also where npm's record has none", () => {
    const { root, write } = makeClone()
    const [glibc, musl] = ['glibc', 'musl'].map((libc) => ({ os: 'linux', cpu: 'x64', libc }))
    const bound = { version: '1', os: ['linux'], cpu: ['x64'] }
    const tree = (mine: object) => ({
      packages: {
        ...Object.fromEntries(
          Object.entries(complete).map(([name, version]) => [`node_modules/${name}`, { version }]),
        ),
        'node_modules/tool-linux-x64-musl': { ...bound, ...mine },
        'node_modules/of-either-libc': bound,
      },
    })
    write('package-lock.json', JSON.stringify(tree({ libc: ['musl'] })))
    for (const recorded of [{ libc: ['musl'] }, {}]) {
      write('node_modules/.package-lock.json', JSON.stringify(tree(recorded)))
      expect([musl, glibc].map((here) => treeFits(root, here))).toEqual([true, false])
    }
  })

  test("not without npm's record, which it writes last", () => {
    expect(treeFits(makeClone().root)).toBe(false)
  })

  test('not when package.json asks for what the lock file does not have', () => {
    const { root, write } = makeClone({ installed: { ...complete, added: '1.0.0' } })
    write('package.json', JSON.stringify({ dependencies: { 'better-sqlite3': '^12', added: '^1' } }))
    expect(treeFits(root)).toBe(false)
  })
})

test('better-sqlite3 with a truncated package.json is installed again', () => {
  const { root, write } = makeClone({ installed: complete })
  expect(installedSqliteMajor(root)).toBe(12)
  write('node_modules/better-sqlite3/package.json', '{ "name": "bet')
  expect(installedSqliteMajor(root)).toBeUndefined()
})

describe('our own bin', () => {
  test('holds nobody up where it cannot be put', () => {
    const { root, write } = makeClone()
    write('node_modules/.bin', 'no folder')
    linkOwnBin(root, 'linux')
    linkOwnBin(root, 'win32')
    expect(readFileSync(join(root, 'node_modules/.bin'), 'utf8')).toBe('no folder')
  })

  test('is linked, also before there is anything to link to', () => {
    const { root } = makeClone()
    linkOwnBin(root, 'linux')
    linkOwnBin(root, 'linux')
    expect(readlinkSync(join(root, 'node_modules/.bin/webhook-sandbox'))).toBe('../../dist/server/main.js')
  })

  test('is a pair of scripts on Windows', () => {
    const { root } = makeClone()
    linkOwnBin(root, 'win32')
    const link = join(root, 'node_modules/.bin/webhook-sandbox')
    expect(lstatSync(link).isFile()).toBe(true)
    expect(readFileSync(`${link}.cmd`, 'utf8')).toContain('dist\\server\\main.js" %*')
  })
})
