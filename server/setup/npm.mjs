/** Finds and runs npm. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { runQuietly } from './child.mjs'

/** @typedef {{ command: string, before: string[], shell: boolean }} NpmCommand */

/**
 * The npm of the running Node, or else the npm in PATH.
 * @param {{ execPath: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform, exists: (path: string) => boolean }} world
 * @returns {NpmCommand}
 */
export function findNpm({ execPath, env, platform, exists }) {
  const asked = env.npm_execpath
  const home = dirname(execPath)
  const candidates = [
    // pnpm and yarn set npm_execpath to their own programs.
    ...(asked && basename(asked) === 'npm-cli.js' ? [asked] : []),
    join(home, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(home, 'node_modules/npm/bin/npm-cli.js'),
  ]
  const script = candidates.find(exists)
  if (script) return { command: execPath, before: [script], shell: false }
  const windows = platform === 'win32'
  return { command: windows ? 'npm.cmd' : 'npm', before: [], shell: windows }
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @param {import('./lock.mjs').Share} [started]
 */
export function runNpm(args, cwd, started) {
  const npm = findNpm({
    execPath: process.execPath,
    env: process.env,
    platform: process.platform,
    exists: existsSync,
  })
  const { command, before, shell } = npm
  return runQuietly(command, [...before, ...args], { cwd, env: npmEnvironment(), shell, started })
}

/** Makes install scripts use this Node, whatever is first in PATH or in npm's configuration. */
function npmEnvironment() {
  const pathKey = Object.keys(process.env).find((key) => key.toLowerCase() === 'path') ?? 'PATH'
  const path = [dirname(process.execPath), process.env[pathKey] ?? ''].join(delimiter)
  const headers = ownHeaders()
  return { ...process.env, [pathKey]: path, ...(headers ? { npm_config_nodedir: headers } : {}) }
}

/** The headers of this Node, which save node-gyp a download. Headers of another version would give a wrong binary. */
function ownHeaders() {
  const root = dirname(dirname(process.execPath))
  const file = join(root, 'include/node/node_version.h')
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const version = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(text)?.[1],
  )
  return version.join('.') === process.versions.node ? root : undefined
}
