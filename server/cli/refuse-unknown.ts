import type { Command } from 'commander'
import { nearest } from '../nearest.ts'
import { StartError } from '../start-error.ts'

/** Refuses a command that there is not, or that a group does not hold, with the nearest one; so after `help`. */
export function refuseUnknown(program: Command) {
  const [first, ...rest] = program.args
  const words = first === 'help' ? rest : program.args
  let group = program
  for (const [at, word] of words.entries()) {
    if (group.commands.length === 0 || word.startsWith('-') || word === '') return
    const known = group.commands.find((command) => command.name() === word)
    if (known === undefined) throw unknown(words.slice(0, at + 1), group)
    group = known
  }
}

function unknown(words: readonly string[], group: Command): StartError {
  const before = words.slice(0, -1).map((word) => `${word} `)
  const close = nearest(
    words.at(-1) ?? '',
    group.commands.map((command) => command.name()),
  )
  return new StartError(
    `There is no command ${words.join(' ')}.${close ? ` Did you mean ${before.join('')}${close}?` : ''}`,
    `webhook-sandbox ${before.join('')}--help lists them all.`,
  )
}
