import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tallyOf } from './tally.mjs'

/**
 * Runs the tests, printing as they go, and counts them.
 * @param {string} root
 * @param {{ filters?: string[], projects?: readonly string[], env: NodeJS.ProcessEnv }} options `projects` of the configuration, all unless they are named
 * @param {(pid: number) => void} [started] told the process that runs them
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runVitest(root, { filters = [], projects = [], env }, started = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-tests-'))
  const reportFile = join(folder, 'report.json')
  const script = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const chosen = projects.map((name) => `--project=${name}`)
  const args = [script, 'run', '--config', 'test/vitest.config.ts', ...reporters, ...chosen, ...filters]
  try {
    const code = await runStreaming(args, { cwd: root, env }, started)
    return tallyOf(readReport(reportFile), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} place
 * @param {(pid: number) => void} started
 * @returns {Promise<number>}
 */
function runStreaming(args, place, started) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { ...place, stdio: ['ignore', 'inherit', 'inherit'] })
    if (child.pid !== undefined) started(child.pid)
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
