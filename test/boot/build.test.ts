import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Builder, ensureBuilt } from '../../server/setup/build.mjs'
import { sourcesHash } from '../../server/setup/content-hash.mjs'
import { makeClone } from './clone.js'

function makeSources() {
  const clone = makeClone()
  clone.write('server/main.ts', 'first')
  clone.write('server/setup/start.mjs', 'first')
  clone.write('ui/main.tsx', 'first')
  clone.write('fixtures/events/card.json', '{}')
  return clone
}

function countingBuilder(files = ['server/main.js', 'ui/index.html']) {
  const built: string[] = []
  const builder: Builder = async (root, out) => {
    built.push(readFileSync(join(root, 'server/main.ts'), 'utf8'))
    for (const file of files) {
      mkdirSync(dirname(join(out, file)), { recursive: true })
      writeFileSync(join(out, file), built.join())
    }
  }
  return { builder, built }
}

describe('the hash of the sources', () => {
  test('does not change with times', () => {
    const { root } = makeSources()
    const before = sourcesHash(root)
    utimesSync(join(root, 'server/main.ts'), 0, 0)
    expect(sourcesHash(root)).toBe(before)
  })

  test.each([
    ['server/main.ts', 'other'],
    ['server/new.ts', ''],
    ['ui/styles/base.css', 'p {}'],
    ['fixtures/events/card.json', '[]'],
    ['package.json', '{ "dependencies": {} }'],
    ['package-lock.json', '{}'],
    ['tsconfig.json', '{}'],
  ])('changes with %s', (path, content) => {
    const { root, write } = makeSources()
    const before = sourcesHash(root)
    write(path, content)
    expect(sourcesHash(root)).not.toBe(before)
  })

  test('changes with a name, and when a file goes', () => {
    const { root } = makeSources()
    const before = sourcesHash(root)
    renameSync(join(root, 'ui/main.tsx'), join(root, 'ui/app.tsx'))
    const renamed = sourcesHash(root)
    rmSync(join(root, 'ui/app.tsx'))
    expect(new Set([before, renamed, sourcesHash(root)]).size).toBe(3)
  })

  test.each(['server/setup/start.mjs', 'test/a.test.ts', 'README.md', 'ui/.swp'])(
    'does not change with %s',
    (path) => {
      const { root, write } = makeSources()
      const before = sourcesHash(root)
      write(path, 'other')
      expect(sourcesHash(root)).toBe(before)
    },
  )
})

describe('ensureBuilt', () => {
  test('builds once for the same sources, and again for others', async () => {
    const { root, write } = makeSources()
    const { builder, built } = countingBuilder()
    await ensureBuilt(root, builder)
    await ensureBuilt(root, builder)
    write('server/main.ts', 'second')
    await ensureBuilt(root, builder)
    expect(built).toEqual(['first', 'second'])
    expect(readFileSync(join(root, 'dist/server/main.js'), 'utf8')).toBe('first,second')
  })

  test.skipIf(process.platform === 'win32')('makes the bin executable', async () => {
    const { root } = makeSources()
    await ensureBuilt(root, countingBuilder().builder)
    expect(statSync(join(root, 'dist/server/main.js')).mode & 0o111).toBe(0o111)
  })

  test('two starts at the same moment build once', async () => {
    const { root } = makeSources()
    const { builder, built } = countingBuilder()
    await Promise.all([ensureBuilt(root, builder), ensureBuilt(root, builder)])
    expect(built).toHaveLength(1)
  })

  test('a failed build leaves the old one as it was, and is tried again', async () => {
    const { root, write } = makeSources()
    const { builder } = countingBuilder()
    await ensureBuilt(root, builder)
    write('server/main.ts', 'second')
    const failing: Builder = async (_, out) => {
      writeFileSync(join(out, 'half'), '')
      throw new Error('syntax')
    }
    await expect(ensureBuilt(root, failing)).rejects.toThrow('syntax')
    expect(readFileSync(join(root, 'dist/server/main.js'), 'utf8')).toBe('first')
    expect(readdirSync(join(root, '.sandbox'))).toEqual([])
    await ensureBuilt(root, builder)
    expect(readFileSync(join(root, 'dist/server/main.js'), 'utf8')).toBe('first,second')
  })

  test('a build without its main file is refused', async () => {
    const { root } = makeSources()
    const { builder } = countingBuilder(['ui/index.html'])
    await expect(ensureBuilt(root, builder)).rejects.toThrow(/did not write .*main\.js/)
    expect(existsSync(join(root, 'dist'))).toBe(false)
  })

  test('a database beside build drafts is not a draft, whatever its name', async () => {
    const { root, write } = makeSources()
    write('.sandbox/build-42.db', 'kept')
    write('.sandbox/build-42', 'kept too')
    write('.sandbox/build-7/server/main.js', 'left by a build that was killed')
    await ensureBuilt(root, countingBuilder().builder)
    expect(readdirSync(join(root, '.sandbox')).sort()).toEqual(['build-42', 'build-42.db'])
  })

  test('the build is one for use, also where NODE_ENV says development', async () => {
    const { root, write } = makeSources()
    write('ui/vite.config.ts', "throw new Error('built for ' + process.env.NODE_ENV)")
    vi.stubEnv('NODE_ENV', 'development')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(ensureBuilt(root)).rejects.toThrow('built for production')
  })

  test('files that somebody else wrote into dist do not count as the build', async () => {
    const { root, write } = makeSources()
    const { builder, built } = countingBuilder()
    await ensureBuilt(root, builder)
    write('dist/server/main.js', 'from another build')
    await ensureBuilt(root, builder)
    expect(built).toHaveLength(2)
  })
})
