/** Prints the progress and the failures of the setup. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A failed setup step. Only its message is printed, which tells the user what to do. */
export class SetupError extends Error {}

/** A signal ended the setup while a program was running. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`)
    this.exitCode = signal === 'SIGINT' ? 130 : 143
  }
}

/**
 * Prints progress to stderr, since stdout belongs to `--json`.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * @param {string} text what went wrong
 * @returns {string | undefined} the fix if the folder or the disk is the cause
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
 * @returns {string | undefined} the fix if npm's cache, outside of this folder, is the cause
 */
export function cacheAdvice(text, root) {
  const [, path] = /^npm (?:error|ERR!) path (.+)$/m.exec(text) ?? []
  if (path === undefined || !relative(root, path).startsWith('..') || !/EACCES|EPERM|EROFS/.test(text))
    return undefined
  return `npm cannot write to its cache at ${path}. Check the owner of that folder, or choose another cache: \`npm_config_cache=FOLDER npm start\`.`
}

/**
 * Prints the error of a setup step. Returns the exit code.
 * @param {unknown} error
 * @returns {number}
 */
export function reportFailure(error) {
  if (error instanceof Interrupted) return error.exitCode
  say(textOf(error))
  return 1
}

/** @param {unknown} error */
function textOf(error) {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SetupError) return error.message
  const advice = 'code' in error ? folderAdvice(String(error.code)) : undefined
  return advice ? `This folder cannot be prepared: ${error.message}\n${advice}` : String(error.stack)
}

/**
 * @param {string} text
 * @param {number} [count]
 * @returns {string} the last non-empty lines, indented
 */
export function lastLines(text, count = 12) {
  return indented(linesOf(text).slice(-count))
}

/** Lines of npm about itself, and lines that introduce a removed line. */
const noise = /^(npm notice|A complete log|Log files were not|You can rerun|To permanently fix|})/

/**
 * @param {string} text what npm printed
 * @returns {string} the reason, without stack, usage and log path
 */
export function npmReason(text) {
  const lines = linesOf(text).map((line) => line.replace(/^npm (error|warn) ?/, ''))
  const usage = lines.findIndex((line) => line.startsWith('Clean install a project'))
  const kept = usage === -1 ? lines : lines.slice(0, usage)
  return indented(kept.filter((line) => /^\S/.test(line) && !noise.test(line)).slice(0, 8))
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
