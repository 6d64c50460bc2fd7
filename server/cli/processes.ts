/** Reads the processes above this one: which of them started the program, and whether they still run. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export interface Process {
  pid: number
  parent: number
  /** When the process started. Another process that gets the same id later has another time here. */
  started: string
  ageMs: number
  /** The program and its arguments, with a space between. */
  command: string
}

/** The processes of this machine. */
export interface Processes {
  /** The process of this id, or undefined when the process has ended. Throws where nothing can be read. */
  find(pid: number): Process | undefined
  /** How often a watcher may look, in ms. */
  lookMs: number
}

const isFailure = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Clock ticks a second, on every Linux in use. */
const ticks = 100

/** Linux: reading three files costs next to nothing. */
export const ofProc: Processes = {
  lookMs: 250,
  find(pid) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The fields from the third on. The second is the name in brackets, which may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [state = '', parent] = fields
      // A killed process stays as a zombie until its parent asks for its end.
      if (state === 'Z' || state === 'X') return undefined
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const started = fields[19] ?? '0'
      const uptime = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'))
      const ageMs = Math.max(0, Math.floor((uptime - Number(started) / ticks) * 1000))
      return { pid, parent: Number(parent), started, ageMs, command }
    } catch (error) {
      if (isFailure(error, 'ENOENT') || isFailure(error, 'ESRCH')) return undefined
      throw error
    }
  },
}

const psLine =
  /^\s*(\d+)\s+(\S+)\s+(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/

/** macOS and other Unix systems: each look starts `ps`. */
export const ofPs: Processes = {
  lookMs: 2000,
  find(pid) {
    try {
      const line = execFileSync(
        'env',
        ['LC_ALL=C', 'ps', '-ww', '-o', 'ppid=,stat=,etime=,lstart=,command=', '-p', `${pid}`],
        {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      const [, parent, state = '', days = 0, hours = 0, minutes, seconds, started = '', command = ''] =
        psLine.exec(line.trimEnd()) ?? []
      const ageMs = (((+days * 24 + +hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
      return state === '' || state.startsWith('Z')
        ? undefined
        : { pid, parent: Number(parent), started, ageMs, command }
    } catch (error) {
      // `ps` ends with 1 where no process has the id.
      if (error instanceof Error && 'status' in error && error.status === 1) return undefined
      throw error
    }
  },
}

export const realProcesses: Processes = existsSync('/proc/self/stat') ? ofProc : ofPs

const shells =
  /^-?(?:\S*\/)?(?:ba|da|z|k|mk|c|tc|fi|a|pw)?sh(?:\s|$)|^-?(?:\S*\/)?(?:nu|elvish|xonsh)(?:\s|$)/
const isShell = ({ command }: Process) => shells.test(command)

/** npm replaces its own command by a title such as `npm exec webhook-sandbox`, once it has begun. */
export const isNpm = ({ command }: Process): boolean =>
  /^(?:\S*\/)?np[mx](?:\s|$)|^\S*node\S*\s(?:-\S+\s)*\S*\/np[mx](?:-cli\.js)?(?:\s|$)/.test(command)

/**
 * The processes whose end must end this one: each npm or npx that started the program, and the program that started npm, npx
 * or this process. A shell does not count, so that a command in the background outlives the shell. Process 1 does not count.
 */
export function startersOf(pid: number, find: Processes['find']): Process[] {
  const parentOf = ({ parent }: Process) => (parent > 1 ? find(parent) : undefined)
  const starters: Process[] = []
  for (let at = find(pid); at; ) {
    const parent = parentOf(at)
    if (!parent) break
    // npm runs its commands by a shell.
    const npm = [parent, isShell(parent) ? parentOf(parent) : undefined].find((one) => one && isNpm(one))
    if (!npm) return isShell(parent) ? starters : [...starters, parent]
    starters.push(npm)
    at = npm
  }
  return starters
}

/** Whether the process has ended; an id that another process has by now does not count as running. */
export const hasEnded = ({ pid, started }: Process, find: Processes['find']): boolean =>
  find(pid)?.started !== started
