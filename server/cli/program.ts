import { Command, type CommandOptions, Help, type Option } from 'commander'
import { version } from '../version.ts'
import { type ArmFlags, arm } from './arm.ts'
import { type CallsFlags, calls } from './calls.ts'
import { addCaptureCommands } from './capture/commands.ts'
import { type CapturesFlags, captures } from './captures.ts'
import { refuseBackwards } from './clock.ts'
import { type CodeFlags, code } from './code.ts'
import { type ConfigFlags, config } from './config.ts'
import { addDeliveryCommands } from './delivery-commands.ts'
import { type DisarmFlags, disarm } from './disarm.ts'
import { addEndpointCommands } from './endpoint/commands.ts'
import { type ErrorsFlags, errors } from './errors.ts'
import { addFaultRuleCommands } from './fault-rules.ts'
import { endsHelp } from './help-text.ts'
import { type ListenFlags, listen } from './listen.ts'
import type { Making, ProgramNeeds } from './making.ts'
import { refuseEmpty } from './refuse-empty.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { type ResetFlags, reset } from './reset-all.ts'
import { announce, closing, type ServeFlags, serve } from './serve.ts'
import { addSessionCommands } from './session-commands.ts'
import { addSimulatorCommands } from './simulator-commands.ts'
import { addSubscriptionCommands } from './subscription/commands.ts'
import { address, duration, fraction, names, statuses, whole } from './values.ts'
import { addWaitCommand } from './wait.ts'
import { tellsWrongCalls } from './wrong-call.ts'

/** Of an option that may be repeated, no list of none is told as what it is without being given. */
const optionDescription = (option: Option): string =>
  Array.isArray(option.defaultValue) ? option.description : new Help().optionDescription(option)

/** Without `[options]`, which all have: it takes the room in which what a command does is wrapped. */
const subcommandTerm = (command: Command): string =>
  new Help().subcommandTerm(command).replace(' [options]', '')

/** What help is asked for of; `help scenario run` goes no further than to the first word by itself. */
function helpedOn(program: Command, shown: Command): Command {
  const [first, ...words] = program.args
  if (first !== 'help') return shown
  return words.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program)
}

/** The command line. */
export function createProgram(needs: ProgramNeeds): Command {
  const { terminal } = needs
  const program: Command = new Command('webhook-sandbox')
    .description(
      'Plays a financial platform towards your code: fires real signed webhooks, catches and verifies what is sent to it.',
    )
    .version(version)
    .configureHelp({
      optionDescription,
      subcommandTerm,
      formatHelp: (shown, help) => new Help().formatHelp.call(help, helpedOn(program, shown), help),
    })

  const command = (name: string, parent = program, how: CommandOptions = {}) =>
    tellsWrongCalls(parent.command(name, how))

  command('serve', program, { isDefault: true })
    .description('start the sandbox (what happens without a command)')
    .option('--port <number>', 'the port to listen on; 0 picks a free one', whole)
    .option('--host <address>', 'the address to listen on')
    .option('--data <file>', 'the database file, or :memory:')
    .option('--config <file>', 'the configuration; sandbox.config.json of this folder without it')
    .option('--seed <number>', 'makes ids, payloads and jitter repeatable', whole)
    .option('--bare', 'no demo endpoint, no demo subscription')
    .option('--insecure-tls', 'accept any certificate of a receiver')
    .option('--ca <file>', 'certificates to trust besides the authorities of Node, as PEM')
    .option(
      '--to <url>',
      'a receiver to send every event to, as subscribe makes one; prints its secret',
      address,
    )
    .option(
      '--json',
      'print one line {"ready":true,"url":…} on stdout when ready, with the secret as well where --to is given; logs go to stderr',
    )
    .action(async (flags: ServeFlags) => {
      const served = await serve(flags, terminal, needs.outside)
      // Whoever reads that it is ready may stop it at once.
      needs.onRunning({ close: () => closing(served.sandbox, terminal) })
      announce(served, flags, terminal)
    })

  const speaking: Making['speaking'] = (name, description, parent = program) =>
    command(name, parent)
      .description(description)
      .option('--url <url>', 'the sandbox to speak to; SANDBOX_URL or the running one without it')
      .option('--data <file>', 'the database file of the running sandbox, whatever SANDBOX_URL says')

  const making = {
    speaking,
    group: (name: string, description: string) => command(name).description(description),
  }
  addSimulatorCommands(making, needs)

  speaking('errors', 'list what the platform can refuse with, or explain one code')
    .argument('[code]', 'such as card_dne; without it a table of all')
    .option('--area <area>', 'only those of this area, such as cards')
    .option('--status <number>', 'only those of this HTTP status, or such as 5xx', statuses)
    .option('--search <words>', 'only those whose texts and operations hold all these words')
    .option('--json', 'print each as one line of JSON')
    .action((code: string | undefined, flags: ErrorsFlags) => errors(code, flags, needs))

  speaking('arm', 'make calls to the running sandbox fail')
    .argument('<what>', 'a code, a status such as 503, reset (cuts the connection) or hang (never answers)')
    .option('--method <method>', 'only calls with this method')
    .option('--path <pattern>', 'only calls to this path, without the prefix; * stands for any run')
    .option('--identity <identity>', 'only calls of this identity')
    .option('--times <number>', 'how often it fires; always without it', whole)
    .option('--after <number>', 'how many matching calls are let through first', whole)
    .option(
      '--probability <number>',
      'how likely it fires, above 0 and at most 1; drawn from the seed',
      fraction,
    )
    .option('--delay <duration>', 'how long the answer is held back, such as 500ms', duration)
    .option('--body <text>', 'what is answered with a status; JSON where it is JSON')
    .option('--json', 'print the answer as JSON')
    .action((what: string, flags: ArmFlags) => arm(what, flags, needs))

  speaking('disarm', 'remove what is armed; without an id or --all, list it')
    .argument('[id]', 'what arm printed')
    .option('--all', 'everything that is armed')
    .option('--json', 'print each as one line of JSON')
    .action((id: string | undefined, flags: DisarmFlags) => disarm(id, flags, needs))

  speaking('calls', 'print the newest calls to the platform, the newest last')
    .option('--follow', 'go on with those that come, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .option('--method <method>', 'only those with this method')
    .option('--path <pattern>', 'only those to this path and query, without the prefix; * stands for any run')
    .option('--status <number>', 'only those answered with this HTTP status, or such as 5xx', statuses)
    .option('--code <code>', 'only those answered with this error')
    .option('--json', 'print each as one line of JSON')
    .action((flags: CallsFlags) => calls(flags, needs))

  speaking('captures', 'print the newest captures that a search finds, the newest last')
    .argument('[words...]', 'words and filters such as verdict:failed event:card.* since:5m; all must hold')
    .option('--follow', 'go on with those that come, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .option('--json', 'print each as one line of JSON')
    .action((words: string[], flags: CapturesFlags) => captures(words, flags, needs))

  addDeliveryCommands(making, needs)
  addSubscriptionCommands(making, needs)
  addFaultRuleCommands(making, needs)
  addEndpointCommands(making, needs)
  addCaptureCommands(making, needs)
  addSessionCommands(making, needs)
  addWaitCommand(making, needs)

  speaking('code', 'write a receiver that verifies; without a language, list them')
    .argument('[language]', 'such as node-express, python-flask or go')
    .option('--scheme <scheme>', 'for this signing scheme; standard-webhooks without any of these four')
    .option('--endpoint <name>', 'for what comes to this endpoint')
    .option('--subscription <id>', 'for the deliveries of this subscription')
    .option('--capture <id>', 'for what has signed this capture')
    .option('--json', 'print the answer as JSON, or each language as one line of JSON')
    .action((language: string | undefined, flags: CodeFlags) => code(language, flags, needs))

  speaking('config', 'print what is in force of the configuration; secrets masked')
    .argument('[key]', 'such as delivery.timeout, delivery; without it, all')
    .option('--json', 'print each as one line of JSON')
    .action((key: string | undefined, flags: ConfigFlags) => config(key, flags, needs))

  speaking('listen', 'show events, deliveries and captures as they happen')
    .option('--plain', 'one line each, also where there is a terminal')
    .option('--json', 'print each frame of the live socket as one line of JSON')
    .action((flags: ListenFlags) => listen(flags, needs))

  speaking(
    'reset',
    "empty the database of the running sandbox; its config stays, a clock that runs comes back to the wall's time",
  )
    .option('--keep <what>', 'subscriptions, endpoints or both, with a comma between', names, [])
    .option('--json', 'print the answer as JSON')
    .action((flags: ResetFlags) => reset(flags, needs))

  // Else it would be told of as a wrong option of serve, and the help of another command shown.
  program.hook('preSubcommand', ({ args }) => {
    refuseBackwards(args)
    refuseUnknown(program)
  })
  program.hook('preAction', (_program, command) => refuseEmpty(command))
  program.on('beforeAllHelp', () => refuseUnknown(program))

  return endsHelp(
    program,
    'webhook-sandbox <command> --help lists the options of a command, and serve --help those of the start.',
  )
}
