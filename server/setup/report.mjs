import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A setup step that failed for a reason the user can act on: its message is all that is printed. */
export class SetupError extends Error {}

/** The user or a supervisor ended us while a child was working. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`)
    this.exitCode = signal === 'SIGINT' ? 130 : 143
  }
}

/**
 * Progress goes to stderr: stdout belongs to `--json`.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * @param {string} text what went wrong
 * @returns {string | undefined} the next move where the folder or the disk is to blame
 */
export function folderAdvice(text) {
  if (/EACCES|EPERM|EROFS/.test(text))
    return 'The folder cannot be written to. Check its owner, then start again.'
  if (/ENOSPC|EDQUOT/.test(text)) return 'The disk is full. Make room for about 300 MB, then start again.'
  return undefined
}

/**
 * @param {string} text what npm printed
 * @param {string} root
 * @returns {string | undefined} the next move where a folder outside this one is to blame, which is npm's cache
 */
export function cacheAdvice(text, root) {
  const [, path] = /^npm (?:error|ERR!) path (.+)$/m.exec(text) ?? []
  if (path === undefined || !relative(root, path).startsWith('..') || !/EACCES|EPERM|EROFS/.test(text))
    return undefined
  return `npm keeps its cache outside this folder, and cannot write to ${path}. Check its owner, or give npm another: \`npm_config_cache=FOLDER npm start\`.`
}

/**
 * Prints what a setup step threw and gives the exit code that fits.
 * @param {unknown} error
 * @returns {number}
 */
export function reportFailure(error) {
  if (error instanceof Interrupted) return error.exitCode
  say(toldOf(error))
  return 1
}

/** @param {unknown} error */
function toldOf(error) {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SetupError) return error.message
  const advice = 'code' in error ? folderAdvice(String(error.code)) : undefined
  return advice ? `This folder cannot be made ready: ${error.message}\n${advice}` : String(error.stack)
}

/**
 * @param {string} text
 * @param {number} [count]
 * @returns {string} the last lines that say something, indented
 */
export function lastLines(text, count = 12) {
  return indented(linesOf(text).slice(-count))
}

/** What npm says of itself, and what leads to a line that is left out. */
const noise = /^(npm notice|A complete log|Log files were not|You can rerun|To permanently fix|})/

/**
 * @param {string} text what npm printed
 * @returns {string} the reason, without stack, usage and log path
 */
export function npmReason(text) {
  const lines = linesOf(text).map((line) => line.replace(/^npm (error|warn) ?/, ''))
  const usage = lines.findIndex((line) => line.startsWith('Clean install a project'))
  const told = usage === -1 ? lines : lines.slice(0, usage)
  return indented(told.filter((line) => /^\S/.test(line) && !noise.test(line)).slice(0, 8))
}

/** @param {string} text */
function linesOf(text) {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** @param {string[]} lines */
function indented(lines) {
  return lines.map((line) => `  ${line.trimEnd()}`).join('\n')
}
