import { Command, type CommandOptions, Help, type Option } from 'commander'
import { StartError } from '../failures.ts'
import { version } from '../version.ts'
import { addArmCommands } from './arm.ts'
import { addCallsCommand } from './calls.ts'
import { addCaptureCommands } from './capture/commands.ts'
import { addCapturesCommand } from './captures.ts'
import { addCheckCommand } from './check.ts'
import { addClockCommand, refuseBackwards } from './clock.ts'
import { addCodeCommand } from './code.ts'
import { declare, endsHelp, type Making, type ProgramNeeds } from './command.ts'
import { addConfigCommand } from './config.ts'
import { addDeliveryCommands } from './delivery-commands.ts'
import { detach } from './detach.ts'
import { addEndpointCommands } from './endpoint/commands.ts'
import { addErrorsCommand } from './errors.ts'
import { addExportCommand } from './export.ts'
import { addFaultRuleCommands } from './fault-rules.ts'
import { addListenCommand } from './listen.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { type ReplayFlags, replay } from './replay.ts'
import { addScenarioCommands } from './scenario/commands.ts'
import { announce, closing, type ServeFlags, serve } from './serve.ts'
import { addStopCommand } from './stop.ts'
import { addSubscriptionCommands } from './subscription/commands.ts'
import { addSettingOptions } from './subscription/settings.ts'
import { addTrafficCommand } from './traffic.ts'
import { addTriggerCommand } from './trigger.ts'
import { address, delays, names, whole } from './values.ts'
import { addWaitCommand } from './wait.ts'
import { codeOfWrongCall, endsWrongCalls, tellsWrongCalls } from './wrong-call.ts'

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

/** The short forms of ids and addresses that every command takes. */
export const shortForms =
  'For an id, type its beginning, or last for the newest; a subscription also goes by its URL. For a URL on this machine, type the port: 3000 or :3000/hook.'

/** The command line. */
export function createProgram(needs: ProgramNeeds): Command {
  const { terminal, calledAs } = needs
  const program: Command = new Command(calledAs)
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

  const serving = command('serve', program, { isDefault: true })
    .description('start the sandbox (what happens without a command)')
    .option('--port <number>', 'the port to listen on; 0 picks a free one', whole)
    .option('--host <address>', 'the address to listen on')
    .option('--data <file>', 'the database file, or :memory:')
    .option('--config <file>', 'the configuration; sandbox.config.json of this folder without it')
    .option('--seed <number>', 'makes ids, payloads and jitter repeatable', whole)
    .option('--bare', 'no demo endpoint, no demo subscription')
    .option('--insecure-tls', 'accept any certificate of a receiver')
    .option('--ca <file>', 'certificates to trust besides the authorities of Node, as PEM')
    .option('--to <url>', 'send every event to this receiver; prints its signing secret', address)
  addSettingOptions(serving, (text) => `of --to: ${text}`)
    .option(
      '--json',
      'print one line {"ready":true,"url":…} on stdout when ready, with the secret as well where --to is given; logs go to stderr',
    )
    .option('--detach', 'start in the background; prints the URL and the process id')
    .action(async (flags: ServeFlags) => {
      if (flags.detach) return detach(flags, needs.self ?? [], needs)
      const served = await serve(flags, needs)
      // Whoever reads that it is ready may stop it at once.
      needs.onRunning({ close: () => closing(served.sandbox, terminal) })
      announce(served, flags, terminal)
    })

  const group: Making['group'] = (name, description) => command(name).description(description)
  const making: Making = {
    speaking: (name, description, parent) => declare(command(name, parent).description(description), needs),
    group,
  }
  addCheckCommand(command('check'), needs)
  addTriggerCommand(making)
  addScenarioCommands(making)
  addTrafficCommand(making)
  addClockCommand(making)
  addErrorsCommand(making)
  addArmCommands(making)
  addCallsCommand(making)
  addCapturesCommand(making)
  addDeliveryCommands(making)
  addSubscriptionCommands(making)
  addFaultRuleCommands(making)
  addEndpointCommands(making)
  addCaptureCommands(making)
  addExportCommand(making)

  endsWrongCalls(
    group(
      'replay',
      'play a recorded session again in a sandbox of its own; exit code 1 where it comes out differently, 2 where it cannot be played',
    ),
  )
    .argument('<file>', 'what export wrote, - for standard input')
    .option('--live', 'really send to the receivers that were recorded, in place of answering as they did')
    .option('--json', 'print the differences as JSON')
    .action((file: string, flags: ReplayFlags) => replay(file, flags, needs))

  addWaitCommand(making)
  addCodeCommand(making)
  addConfigCommand(making)
  addListenCommand(making)
  addStopCommand(making)

  making
    .speaking(
      'reset',
      "empty the database of the running sandbox; its config stays, a running clock returns to the wall clock's time",
    )
    .option('--keep <what>', 'subscriptions, endpoints or both, with a comma between', names, [])
    .action(async ({ keep }, { client, tell }) => {
      const body = keep.length > 0 ? { keep } : {}
      const answer = await client.post<{ reset: true; kept: string[] }>('/sandbox/reset', 'reset', body)
      const but = answer.kept.length > 0 ? ` but for its ${answer.kept.join(' and ')}` : ''
      tell(answer, () => [`${client.base} is empty${but}`])
    })

  // Else it would be told of as a wrong option of serve, and the help of another command shown.
  program.hook('preSubcommand', ({ args }) => {
    refuseBackwards(args, calledAs)
    refuseUnknown(program)
  })
  program.hook('preAction', (_program, command) => refuseEmpty(command))
  program.on('beforeAllHelp', () => refuseUnknown(program))

  return endsHelp(
    program,
    `${shortForms} ${calledAs} <command> --help lists the options of a command. Options without a command are those of serve.`,
  )
}

/** The arguments that say which one is meant, and stand in the path of what is asked. */
const naming = ['id', 'name', 'subscription', 'before', 'after']
/** The options that may well be without a character; all others choose something, and nothing would choose all. */
const mayBeEmpty = ['--body', '--header', '--set', '--description']

/** Refuses an empty text where something is to be named or chosen: a variable of the shell that is not set comes as that. */
function refuseEmpty(command: Command) {
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
