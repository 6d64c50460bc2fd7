import { spawn } from 'node:child_process'
import { Interrupted } from './report.mjs'

/** @typedef {{ code: number, output: string }} Finished */
/**
 * @typedef {object} Where
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell]
 * @property {import('./lock.mjs').Share | undefined} [started] told its process id
 */

/** How long a program that was told to end may take to do so, unless it is told again. */
const patienceMs = 3000

/**
 * Runs a program to its end and keeps what it prints. Never rejects for a failing program: look at `code`.
 * Our own SIGINT and SIGTERM are passed on first, so that no child is left working in a folder others want.
 * @param {string} command
 * @param {string[]} args
 * @param {Where} where
 * @returns {Promise<Finished>}
 */
export function runQuietly(command, args, { cwd, env = process.env, shell = false, started }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    started?.(child.pid)
    /** @type {Buffer[]} */
    const chunks = []
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy
    /** @type {NodeJS.Timeout | undefined} */
    let patience
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      // npm hears a signal amid its work and goes on, to the end perhaps.
      if (stoppedBy) return child.kill('SIGKILL')
      stoppedBy = signal
      patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      return child.kill(signal)
    }
    const listenFor = /** @type {const} */ (['SIGINT', 'SIGTERM'])
    for (const signal of listenFor) process.on(signal, stop)
    const done = () => {
      clearTimeout(patience)
      for (const signal of listenFor) process.off(signal, stop)
    }
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => {
      done()
      resolve({ code: 127, output: error.message })
    })
    child.on('close', (code) => {
      done()
      if (stoppedBy) reject(new Interrupted(stoppedBy))
      else resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}
