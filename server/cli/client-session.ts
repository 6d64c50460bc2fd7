/** Names the session of a command, so that the sandbox knows from where a `wait` counts. */
import { isNpm, type Process, type Processes, realProcesses } from './processes.ts'

/** npm runs a command in a shell. Some shells become that command, and others stay while the command runs. */
const runsOneCommand = ({ command }: Process): boolean => /^\S*sh -c [^;&|]*$/.test(command)

/**
 * The nearest process from `pid` upwards that is neither npm nor npx, nor a shell in which npm runs one command; undefined where
 * the system does not show one.
 */
export function callerFrom(pid: number, find: Processes['find'] = realProcesses.find): Process | undefined {
  const found = find(pid)
  if (found === undefined) return undefined
  if (isNpm(found)) return callerFrom(found.parent, find)
  const above = runsOneCommand(found) ? find(found.parent) : undefined
  return above && isNpm(above) ? callerFrom(above.parent, find) : found
}

function callerOrNone(pid: number): Process | undefined {
  try {
    return callerFrom(pid)
  } catch {
    return undefined
  }
}

/** How far the system rounds the start of a process, ms. */
const roundedMs = 20

/**
 * The value of the header `Sandbox-Session`. The session is `SANDBOX_SESSION`, else the script, terminal or test program that
 * started this command.
 * @param how.command identifies the requests of this command
 * @param how.now the wall clock, in ms since 1970
 */
export function sessionOf(
  { SANDBOX_SESSION: name }: Record<string, string | undefined>,
  {
    command,
    parent,
    now,
    caller = callerOrNone,
  }: { command: string; parent: number; now: number; caller?: typeof callerOrNone },
): string {
  const rest = `; command=${command}`
  if (name) return encodeURIComponent(name) + rest
  const found = caller(parent)
  // Without a caller each command is a session of its own, which begins now.
  return found
    ? `process-${found.pid}-${found.started.replace(/\s+/g, '-')}; began=${Math.floor(now - found.ageMs - roundedMs)}${rest}`
    : `command-${command}${rest}`
}
