/** Refuses unknown commands, and suggests the command that was meant. */
import type { Command } from 'commander'
import { StartError } from '../failures.ts'
import { didYouMean } from '../words/nearest.ts'
import { programOf } from './wrong-call.ts'

/** Refuses an unknown command, alone, below a group or after `help`. */
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

/** Some groups have no `list`: their plural is a command, such as `captures` for `capture list`. */
const listOf = (words: readonly string[], { parent }: Command): string | undefined =>
  words.at(-1) === 'list'
    ? parent?.commands.map((command) => command.name()).find((name) => name === `${words.at(-2)}s`)
    : undefined

/** Commands of similar tools, and the matching commands here. */
const elsewhere = new Map([
  ['events', 'deliveries'],
  ['fire', 'trigger'],
  ['forward', 'subscribe'],
  ['logs', 'calls'],
  ['requests', 'captures'],
  ['retry', 'attempt-now'],
  ['send', 'trigger'],
  ['start', 'serve'],
  ['tail', 'listen'],
  ['version', '--version'],
  ['webhooks', 'subscriptions'],
])

/** Words with the same meaning. Each group uses one of a set. */
const alike = [
  ['add', 'create', 'make', 'new', 'set', 'update'],
  ['delete', 'remove', 'rm'],
]

function unknown(words: readonly string[], group: Command): StartError {
  const before = words.slice(0, -1).map((word) => `${word} `)
  const last = words.at(-1) ?? ''
  const names = group.commands.map((command) => command.name())
  const others = alike.find((set) => words.length > 1 && set.includes(last)) ?? []
  const whole = (name: string) => `${before.join('')}${name}`
  const [first = ''] = words
  const other = names.find((name) => others.includes(name))
  const known =
    listOf(words, group) ?? (words.length === 1 ? elsewhere.get(first) : undefined) ?? (other && whole(other))
  const meant = known ? `Did you mean ${known}?` : didYouMean(last, names, whole)
  return new StartError(
    `Unknown command: ${words.join(' ')}. ${meant}`.trim(),
    `${programOf(group)} ${before.join('')}--help lists the commands.`,
  )
}
