import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { lastLines, SetupError } from '../../server/setup/report.mjs'

/** @typedef {import('./node-download.mjs').OtherNode} OtherNode */

const onWindows = process.platform === 'win32'
const startLimitMs = 300_000
const stopLimitMs = 10_000

/**
 * Starts a sandbox as a user does, fires one event at it, sees it caught and verified, and stops it.
 * @param {OtherNode} node
 * @param {string[]} command ends with the arguments for the sandbox
 * @param {string} cwd
 * @returns {Promise<number>} milliseconds until it was ready
 */
export async function tryOut(node, command, cwd) {
  const started = performance.now()
  const running = launch(node, command, cwd)
  try {
    const url = await within(startLimitMs, running.ready, 'It never said that it is ready')
    const readyMs = performance.now() - started
    await fireAndCheck(url)
    running.kill('SIGTERM')
    await within(stopLimitMs, running.ended, 'SIGTERM did not end it')
    return readyMs
  } catch (error) {
    throw new SetupError(
      `${error instanceof Error ? error.message : error}\n${lastLines(running.errors(), 20)}`,
    )
  } finally {
    running.kill('SIGKILL')
  }
}

/**
 * @param {OtherNode} node
 * @param {string[]} command
 * @param {string} cwd
 */
function launch(node, command, cwd) {
  const [program = '', ...args] = command
  // A group of its own: npm puts a shell between us and the sandbox, and the signal has to reach all three.
  const child = spawn(program, args, { cwd, env: node.env, shell: onWindows, detached: !onWindows })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const lines = createInterface({ input: child.stdout })
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.on('close', () => resolve()))
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    // npm prints its own lines first.
    lines.on('line', (line) => line.startsWith('{') && resolve(JSON.parse(line).url))
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`It ended with ${code} before it was ready`)))
  })
  return {
    ready,
    ended,
    errors: () => errors,
    kill: (/** @type {NodeJS.Signals} */ signal) => kill(child.pid, signal),
  }
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function kill(pid, signal) {
  if (pid === undefined) return
  try {
    process.kill(onWindows ? pid : -pid, signal)
  } catch {
    // Ended already.
  }
}

/** @param {string} url */
async function fireAndCheck(url) {
  const body = JSON.stringify({ event: 'card.created' })
  await ask(new URL('/sandbox/events', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const health = await ask(new URL('/sandbox/health', url))
  if (health?.counts?.events !== 1)
    throw new Error(`health does not count one event: ${JSON.stringify(health)}`)
  const query = 'kind=capture&count=1&verdict=verified&timeout_ms=10000'
  const waited = await ask(new URL(`/sandbox/wait?${query}`, url))
  if (waited?.timed_out !== false) throw new Error(`No verified capture in 10 s: ${JSON.stringify(waited)}`)
}

/**
 * @param {URL} url
 * @param {RequestInit} [init]
 */
async function ask(url, init) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

/**
 * @template T
 * @param {number} limitMs
 * @param {Promise<T>} promise
 * @param {string} complaint
 * @returns {Promise<T>}
 */
async function within(limitMs, promise, complaint) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${complaint} (${limitMs / 1000} s)`)), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
