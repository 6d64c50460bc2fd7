import type { Command } from 'commander'
import { StartError } from '../failures.ts'
import { delays, names } from './values.ts'
import { codeOfWrongCall } from './wrong-call.ts'

/** The arguments that say which one is meant, and stand in the path of what is asked. */
const naming = ['id', 'name', 'subscription', 'before', 'after']
/** The options that may well be without a character; all others choose something, and nothing would choose all. */
const mayBeEmpty = ['--body', '--header', '--set', '--description']

/** Refuses an empty text where something is to be named or chosen: a variable of the shell that is not set comes as that. */
export function refuseEmpty(command: Command) {
  function refuse(what: string): never {
    throw new StartError(
      `${what} is empty.`,
      'Is the variable set that it comes from?',
      codeOfWrongCall(command),
    )
  }
  for (const [at, argument] of command.registeredArguments.entries()) {
    const given = [command.processedArgs[at]].flat()
    if (naming.includes(argument.name()) && given.includes('')) refuse(`The argument <${argument.name()}>`)
  }
  for (const option of command.options) {
    const { long } = option
    const given = [command.getOptionValue(option.attributeName())].flat()
    if (!long || mayBeEmpty.includes(long) || !given.includes('')) continue
    const isPart = given.length > 1 && (option.parseArg === names || option.parseArg === delays)
    refuse(`${isPart ? 'One value of the' : 'The'} option ${long}`)
  }
}
