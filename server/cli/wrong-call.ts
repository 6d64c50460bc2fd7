import type { Command } from 'commander'
import { StartError } from '../start-error.ts'

/** What a shell script takes for a mistake in its own call, where 1 tells what it asked for. */
export const wrongCall = 2

const ending = new WeakSet<Command>()

/** What a process ends with whose call was a mistake. */
export const codeOfWrongCall = (command: Command): number => (ending.has(command) ? wrongCall : 1)

/** What commander would print itself is told as any other mistake, and ends with {@link wrongCall}. */
export function endsWrongCalls(command: Command): Command {
  ending.add(command)
  return command
    .configureOutput({ outputError: () => {} })
    .showHelpAfterError(false)
    .exitOverride((error) => {
      if (error.exitCode === 0) return
      throw new StartError(
        error.message
          .replace(/^error: /, '')
          .replace('\n', ' ')
          .replace(/\.?$/, '.'),
        `webhook-sandbox ${command.name()} --help lists the options.`,
        wrongCall,
      )
    })
}
