import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeAdvice, nodeFits, nodeRange } from '../../server/setup/node-version.mjs'
import { findNpm } from '../../server/setup/npm.mjs'
import { root } from '../../server/setup/root.mjs'

describe('the Node guard', () => {
  test('says what package.json says', () => {
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node).toBe(nodeRange)
  })

  test.each([
    ['18.20.0', false],
    ['20.18.9', false],
    ['20.19.0', true],
    ['21.7.0', false],
    ['22.13.1', false],
    ['22.14.0', true],
    ['23.0.0', true],
    ['26.10.0', true],
  ])('%s: %s', (version, fits) => {
    expect(nodeFits(version)).toBe(fits)
  })

  test('refuses in one line', () => {
    expect(nodeAdvice('18.20.0')).toMatch(
      /^Node 18\.20\.0 is not supported: Webhook Sandbox needs Node [^\n]*Install [^\n]*$/,
    )
  })
})

describe('the npm of the running Node', () => {
  const find = (env: NodeJS.ProcessEnv, files: string[], platform: NodeJS.Platform = 'linux') =>
    findNpm({ execPath: '/n/bin/node', env, platform, exists: (path) => files.includes(path) })
  const own = '/n/lib/node_modules/npm/bin/npm-cli.js'
  const running = '/r/npm-cli.js'

  test('is the one that runs us', () => {
    expect(find({ npm_execpath: running }, [running, own]).before).toEqual([running])
  })

  test('is not pnpm, though that sets the same variable', () => {
    expect(find({ npm_execpath: '/p/pnpm.cjs' }, ['/p/pnpm.cjs', own])).toEqual({
      command: '/n/bin/node',
      before: [own],
      shell: false,
    })
  })

  test('is npm from PATH when there is none beside Node', () => {
    expect(find({}, [])).toEqual({ command: 'npm', before: [], shell: false })
    expect(find({}, [], 'win32')).toEqual({ command: 'npm.cmd', before: [], shell: true })
  })
})
