import type { Command } from 'commander'
import { captureFilters } from '../capture/filters.ts'
import { StartError } from '../failures.ts'
import { didYouMean } from '../words/nearest.ts'
import { word } from '../words/shell-words.ts'

/** What a shell script takes for a mistake in its own call, where 1 tells what it asked for. */
export const wrongCall = 2

/** Refuses what can be given one way or the other, such as `An id and a filter`. */
export const bothGiven = (what: string): StartError =>
  new StartError(`${what} were both given.`, 'Give the one or the other.')

const ending = new WeakSet<Command>()

/** What a process ends with whose call was a mistake. */
export const codeOfWrongCall = (command: Command): number => (ending.has(command) ? wrongCall : 1)

/** Lets a command end with {@link wrongCall} where its call was a mistake. */
export function endsWrongCalls(command: Command): Command {
  ending.add(command)
  return command
}

/** What commander would print itself is told as any other mistake: in one line, with the help that says how it is called. */
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

/** What stands before the name of a command is read as options of the start, which is what no name stands for. */
function turnedRound(command: Command): string | undefined {
  const { parent } = command
  const { args = [], commands = [] } = parent ?? {}
  const names = commands.map((one) => one.name())
  const at = args.findIndex((one) => names.includes(one))
  if (at <= 0) return undefined
  const turned = [...args.slice(at), ...args.slice(0, at)].map(word).join(' ')
  return `Options stand behind the command: ${programOf(command)} ${turned}`
}

/** The words that a command line begins with: how the program was called. */
export const programOf = (command: Command): string =>
  command.parent ? programOf(command.parent) : command.name()

/** `webhook-sandbox capture show` */
const lineOf = (command: Command): string =>
  command.parent ? `${lineOf(command.parent)} ${command.name()}` : command.name()

const isSearch = (command: Command): boolean =>
  command.registeredArguments.some((argument) => argument.name() === 'words')

/** What is an option of other commands, and in a search a word. */
function filterIn(message: string, command: Command): string | undefined {
  const [, name = ''] = /unknown option '--([^'=]+)/.exec(message) ?? []
  return isSearch(command) && Object.hasOwn(captureFilters, name) ? name : undefined
}

/** What may have been meant; ends in a blank, and is '' where nothing is known. */
function fixFor(message: string, command: Command): string {
  // Other tools of the kind pass on what they listen to.
  if (message.includes("'--forward-to'"))
    return `To have events sent there: ${programOf(command)} subscribe URL. `
  const filter = filterIn(message, command)
  if (filter !== undefined) return `It is a word of the search: ${lineOf(command)} ${filter}:…. `
  // A search may hold what begins with a `-`.
  const [, text] = /unknown option '(-[^-'][^']*)'/.exec(message) ?? []
  if (text !== undefined && isSearch(command))
    return `To leave out what has it, write it behind --: ${lineOf(command)} -- ${word(text)}. `
  const [, option] = /unknown option '(--[^'=]+)/.exec(message) ?? []
  const meant = option && didYouMean(option, optionsOf(command))
  return meant ? `${meant} ` : ''
}

const optionsOf = (command: Command): string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? [])
