import { spawnSync } from 'node:child_process'
import { builtProgram, startProcess } from '../helpers/program.ts'

const script = 'script'
/** Whether `script` of util-linux is on this machine, which gives a program a terminal. */
export const hasScript = /util-linux/.test(
  spawnSync(script, ['--version'], { encoding: 'utf8' }).stdout ?? '',
)

/**
 * The built program on a terminal of 100 by 20.
 * @param stopped what the shell does when the program is stopped; without it there is no shell to stop it
 */
export async function startOnTerminal(args: string[], env: Record<string, string> = {}, stopped?: string) {
  const words = [process.execPath, builtProgram, ...args].map((one) => `'${one}'`).join(' ')
  const command = `stty cols 100 rows 20; echo "pid=$$"; ${stopped ? `set -m; ${words}; ${stopped}` : `exec ${words}`}`
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
    /** What was written last of all. */
    end: () => running.stdout().slice(-80),
  }
}
