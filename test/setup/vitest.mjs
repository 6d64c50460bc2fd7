import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tallyOf } from './tally.mjs'

/**
 * Runs the tests, printing as they go, and counts them.
 * @param {string} root
 * @param {{ filters?: string[], projects?: string[], env: NodeJS.ProcessEnv }} options `projects` of the configuration, or ! and those to leave out
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runVitest(root, { filters = [], projects = [], env }) {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-tests-'))
  const reportFile = join(folder, 'report.json')
  const script = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const chosen = projects.map((name) => `--project=${name}`)
  const args = [script, 'run', '--config', 'test/vitest.config.ts', ...reporters, ...chosen, ...filters]
  try {
    const code = await runStreaming(args, root, env)
    return tallyOf(readReport(reportFile), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function runStreaming(args, cwd, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/**
 * @param {string} file
 * @returns {import('./tally.mjs').VitestReport | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
