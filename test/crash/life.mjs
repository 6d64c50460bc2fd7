import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Starts the program on the run's database. It is alive, not yet ready, when this returns.
 * @param {{ program: string, folder: string, port: number }} run
 */
export function startLife({ program, folder, port }) {
  const file = join(folder, 'sandbox.db')
  const args = ['--port', String(port), '--data', file, '--config', join(folder, 'config.json'), '--bare']
  const child = spawn(process.execPath, [program, '--json', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const began = performance.now()
  let stderr = ''
  let isMeant = false
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  /** @type {Promise<number | NodeJS.Signals | null>} */
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)))
  /** @type {Promise<number>} */
  const ready = new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(performance.now() - began))
    void ended.then((code) =>
      reject(new Error(`The program ended with ${code} before it was ready:\n${stderr}`)),
    )
  })
  // A life that is ended during its start is ready never, and nobody asks.
  ready.catch(() => {})

  /** @param {NodeJS.Signals} signal */
  function end(signal) {
    isMeant = true
    child.kill(signal)
    return ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Fulfilled with how long the start took, in ms. */
    ready,
    kill: () => end('SIGKILL'),
    /** Asks it to close. */
    close: () => end('SIGTERM'),
    /** What went wrong without being asked for, undefined when nothing did. */
    trouble() {
      const code = child.exitCode ?? child.signalCode
      if (!isMeant && code !== null)
        return `The program ended by itself with ${code}:\n${stderr.slice(-2000)}`
      const stack = stderr.search(/^.*Error\b.*\n\s+at /m)
      return stack < 0 ? undefined : `The program wrote of trouble:\n${stderr.slice(stack, stack + 1500)}`
    },
  }
}
/** @typedef {ReturnType<typeof startLife>} Life */
