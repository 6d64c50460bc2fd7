import type { Command } from 'commander'
import { StartError } from '../start-error.ts'

/** The arguments that say which one is meant, and stand in the path of what is asked. */
const naming = ['id', 'name', 'subscription', 'before', 'after']

/** Refuses an empty argument where one is to be named: a variable of the shell that is not set comes as that. */
export function refuseEmpty(command: Command) {
  for (const [at, argument] of command.registeredArguments.entries()) {
    if (!naming.includes(argument.name()) || ![command.processedArgs[at]].flat().includes('')) continue
    throw new StartError(
      `The argument <${argument.name()}> is empty.`,
      'Is the variable set that it comes from?',
    )
  }
}
