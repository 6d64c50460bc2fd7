import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { builtProgram, startProcess } from '../helpers/program.ts'

const script = 'script'
/** Whether `script` of util-linux is on this machine, which gives a program a terminal. */
export const hasScript = /util-linux/.test(
  spawnSync(script, ['--version'], { encoding: 'utf8' }).stdout ?? '',
)

interface OnTerminal {
  env?: Record<string, string>
  /** What the shell does when the program is stopped; without it there is no shell to stop it. */
  stopped?: string | undefined
  /** The file that stderr goes to in place of the terminal. */
  log?: string
  /** Whether the program leads a session of its own, which no signal tells that the terminal is gone. */
  apart?: boolean
}

/** The built program on a terminal of 100 by 20. */
export async function startOnTerminal(args: string[], { env = {}, stopped, log, apart }: OnTerminal = {}) {
  const quoted = [process.execPath, builtProgram, ...args].map((one) => `'${one}'`).join(' ')
  const words = log === undefined ? quoted : `${quoted} 2>'${log}'`
  const whole = `echo pid=$$; ${stopped ? `set -m; ${words}; ${stopped}` : `exec ${words}`}`
  const command = `stty cols 100 rows 20; ${apart ? `setsid -w sh -c "${whole.replaceAll('$', '\\$')}"` : whole}`
  const running = startProcess(script, ['-qfec', command, '/dev/null'], {
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', VISUAL: '', EDITOR: '', ...env },
  })
  let read = 0
  /** Fulfilled once this is written, after what was awaited before. */
  const writes = (text: string) =>
    new Promise<void>((resolve, fail) => {
      const look = () => {
        const at = running.stdout().indexOf(text, read)
        if (at < 0) return
        read = at + text.length
        running.process.stdout.off('data', look)
        resolve()
      }
      running.process.stdout.on('data', look)
      void running.ended.then(() =>
        fail(new Error(`${text} was not written: ${running.stdout().slice(read)}`)),
      )
      look()
    })
  await writes('pid=')
  await writes('\n')
  const pid = Number(/pid=(\d+)/.exec(running.stdout())?.[1])
  return {
    ...running,
    writes,
    press: (keys: string) => void running.process.stdin.write(keys),
    signal: (signal: NodeJS.Signals) => void process.kill(pid, signal),
    /** Whether the program has ended, though `script` may be gone and nobody have asked how. */
    isOver() {
      try {
        return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      } catch {
        return true
      }
    },
    /** What was written last of all. */
    end: () => running.stdout().slice(-80),
  }
}
