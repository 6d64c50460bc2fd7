/** Turns commander's errors about options and arguments into errors with a fix. */
import { type Command, Option } from 'commander'
import { captureFilters } from '../capture/filters.ts'
import { StartError } from '../failures.ts'
import { didYouMean } from '../words/nearest.ts'
import { word } from '../words/shell-words.ts'

/** The exit code for a mistake in the call, for commands whose exit code 1 is a result. */
export const wrongCall = 2

/** Refuses two exclusive ways of choosing, such as `An id and a filter`. */
export const bothGiven = (what: string): StartError =>
  new StartError(`${what} cannot be combined.`, 'Give one of them.')

const ending = new WeakSet<Command>()

/** The exit code of this command for a mistake in the call. */
export const codeOfWrongCall = (command: Command): number => (ending.has(command) ? wrongCall : 1)

/** Makes a command end with {@link wrongCall} after a mistake in the call. */
export function endsWrongCalls(command: Command): Command {
  ending.add(command)
  return command
}

/** Throws commander's errors as other errors, in one line and with a pointer to the help. */
export const tellsWrongCalls = (command: Command): Command =>
  command
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => {} })
    .exitOverride((error) => {
      if (error.exitCode === 0 || error.code === 'commander.help') return
      throw new StartError(
        error.message.replace(/^error: /, '').replace(/\.?$/, '.'),
        turnedRound(command) ??
          `${fixFor(error.message, command)}${lineOf(command)} --help lists the options.`,
        codeOfWrongCall(command),
      )
    })

/** The corrected call if options come before the command. Commander reads these as options of serve. */
function turnedRound(command: Command): string | undefined {
  const { parent } = command
  const { args = [], commands = [] } = parent ?? {}
  const names = commands.map((one) => one.name())
  const at = args.findIndex((one) => names.includes(one))
  if (at <= 0) return undefined
  const turned = [...args.slice(at), ...args.slice(0, at)].map(word).join(' ')
  return `Put options after the command: ${programOf(command)} ${turned}`
}

/** The words that a command line begins with: how the program was called. */
export const programOf = (command: Command): string =>
  command.parent ? programOf(command.parent) : command.name()

/** `webhook-sandbox capture show` */
const lineOf = (command: Command): string =>
  command.parent ? `${lineOf(command.parent)} ${command.name()}` : command.name()

const isSearch = (command: Command): boolean =>
  command.registeredArguments.some((argument) => argument.name() === 'words')

/** The name of a search filter that was given as an option. */
function filterIn(message: string, command: Command): string | undefined {
  const [, name = ''] = /unknown option '--([^'=]+)/.exec(message) ?? []
  return isSearch(command) && Object.hasOwn(captureFilters, name) ? name : undefined
}

/** A sentence about the probable intention, with a space at its end; '' if unknown. */
function fixFor(message: string, command: Command): string {
  // Similar tools forward events by this option.
  if (message.includes("'--forward-to'"))
    return `To have events sent there: ${programOf(command)} subscribe URL. `
  const filter = filterIn(message, command)
  if (filter !== undefined) return `Write the filter as a word: ${lineOf(command)} ${filter}:VALUE. `
  // In a search, a negated term begins with `-`.
  const [, text] = /unknown option '(-[^-'][^']*)'/.exec(message) ?? []
  if (text !== undefined && isSearch(command))
    return `To exclude a term, write it after --: ${lineOf(command)} -- ${word(text)}. `
  const [, option] = /unknown option '(--[^'=]+)/.exec(message) ?? []
  const meant = option && didYouMean(option, optionsOf(command))
  return meant ? `${meant} ` : ''
}

/** With those that the help does not show. */
const optionsOf = (command: Command): string[] =>
  [...command.options, new Option('--help')].flatMap(({ long }) => long ?? [])
