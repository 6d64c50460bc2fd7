import type { Command } from 'commander'
import { StartError } from '../start-error.ts'

/** What a shell script takes for a mistake in its own call, where 1 tells what it asked for. */
export const wrongCall = 2

/** What commander would print itself is told as any other mistake, and ends with {@link wrongCall}. */
export const endsWrongCalls = (command: Command): Command =>
  command
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
