/** Runs a program quietly to its end. */
import { spawn } from 'node:child_process'
import { Interrupted } from './report.mjs'

/** @typedef {{ code: number, output: string }} Finished */
/**
 * @typedef {object} Where
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell]
 * @property {import('./lock.mjs').Share | undefined} [started] called with the process id
 */

/** How long a program may take to end after a signal. A second signal ends it at once. */
const patienceMs = 3000

/**
 * Runs a program to its end and returns its output. A failing program does not reject; check `code`. SIGINT and SIGTERM are
 * passed on, so that no program is left working in the folder.
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
      // npm may ignore a signal during its work.
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
