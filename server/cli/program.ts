/** Declares the command line: all commands, their help, and the checks before they run. */
import { Command, type CommandOptions, Help, type Option } from 'commander'
import { StartError } from '../failures.ts'
import { version } from '../version.ts'
import { addArmCommands } from './arm.ts'
import { addCallsCommand } from './calls.ts'
import { addCaptureCommands } from './capture/commands.ts'
import { addCapturesCommand } from './captures.ts'
import { addCheckCommand } from './check.ts'
import { ciHelp } from './ci-reports.ts'
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
import { addLoadCommand } from './load.ts'
import { type McpFlags, mcp } from './mcp.ts'
import { addObjectsCommand } from './objects.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { type ReplayFlags, replay } from './replay.ts'
import { type RunFlags, run } from './run.ts'
import { addScenarioCommands } from './scenario/commands.ts'
import { announce, closing, type ServeFlags, serve } from './serve.ts'
import { addSettingFlags, otherFlags } from './settings.ts'
import { addStopCommand } from './stop.ts'
import { addSubscriptionCommands } from './subscription/commands.ts'
import { addSettingOptions } from './subscription/settings.ts'
import { addTrafficCommand } from './traffic.ts'
import { addTriggerCommand } from './trigger.ts'
import { address, delays, duration, names } from './values.ts'
import { addWaitCommand } from './wait.ts'
import { codeOfWrongCall, endsWrongCalls, tellsWrongCalls } from './wrong-call.ts'

/** The description of an option, without an empty list as its default value. */
const optionDescription = (option: Option): string =>
  Array.isArray(option.defaultValue) ? option.description : new Help().optionDescription(option)

/** The name of a command without `[options]`, which all have, so that descriptions get more room. */
const subcommandTerm = (command: Command): string =>
  new Help().subcommandTerm(command).replace(' [options]', '')

/** The command whose help is shown. Commander only uses the first word of `help scenario run`. */
function helpedOn(program: Command, shown: Command): Command {
  const [first, ...words] = program.args
  if (first !== 'help') return shown
  return words.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program)
}

/** The short forms of ids and addresses that every command takes. */
export const shortForms =
  'For an id, type its beginning, or last for the newest; a subscription also goes by its URL. For a URL on this machine, type the port: 3000 or :3000/hook.'

export function createProgram(needs: ProgramNeeds): Command {
  const { terminal, calledAs } = needs
  const program: Command = new Command(calledAs)
    .description(
      'Emulates a financial platform on your machine. Sends real signed webhooks to your receiver, and captures and verifies requests.',
    )
    .version(version)
    .configureHelp({
      optionDescription,
      subcommandTerm,
      formatHelp: (shown, help) => new Help().formatHelp.call(help, helpedOn(program, shown), help),
    })

  const command = (name: string, parent = program, how: CommandOptions = {}) =>
    tellsWrongCalls(parent.command(name, how))

  /** The options of a command that starts a sandbox. */
  const starting = (one: Command) =>
    addSettingOptions(
      endsHelp(addSettingFlags(one), otherFlags).option(
        '--to <url>',
        'send every event to this receiver; serve prints its signing secret',
        address,
      ),
      (text) => `with --to: ${text}`,
    )

  starting(command('serve', program, { isDefault: true }))
    .description('start the sandbox; the default command')
    .option(
      '--json',
      'print one line {"ready":true,"url":…} when ready, with the secret if --to is given; logs go to stderr',
    )
    .option('--detach', 'start in the background, and print the URL and the process id')
    .action(async (flags: ServeFlags) => {
      if (flags.detach) return detach(flags, needs.self ?? [], needs)
      const served = await serve(flags, needs)
      // Registered before the announcement, since its reader may stop the sandbox at once.
      needs.onRunning({ close: () => closing(served.sandbox, terminal) })
      announce(served, flags, needs)
    })

  endsWrongCalls(starting(command('run')))
    .description(
      "run a command beside a sandbox of its own, on a free port and in memory, and end with the command's exit code. The command finds SANDBOX_URL, SANDBOX_API_URL, SANDBOX_EFFECTS_URL and WEBHOOK_SECRET in its environment",
    )
    .argument('<command...>', 'the command and its arguments, after --')
    .option('--wait-for <url>', 'first wait until this URL accepts a connection', address)
    .option('--wait-timeout <duration>', 'how long --wait-for waits, such as 2m; 30s by default', duration)
    .option('--check', 'first check the receiver of --to; the command only runs if nothing failed')
    .action((words: string[], flags: RunFlags) => run(words, flags, needs))

  starting(command('mcp'))
    .description(
      'speak the Model Context Protocol over stdin and stdout, for an assistant; starts a sandbox, unless one runs on the database',
    )
    .option('--url <url>', 'use the sandbox at this URL, such as http://127.0.0.1:4400 or 4400')
    .action((flags: McpFlags) => mcp(flags, needs))

  const group: Making['group'] = (name, description) => command(name).description(description)
  const making: Making = {
    speaking: (name, description, parent) => declare(command(name, parent).description(description), needs),
    group,
  }
  addCheckCommand(command('check'), needs)
  addTriggerCommand(making)
  addScenarioCommands(making)
  addTrafficCommand(making)
  addLoadCommand(making)
  addClockCommand(making)
  addErrorsCommand(making)
  addArmCommands(making)
  addCallsCommand(making)
  addObjectsCommand(making)
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
      'play a recorded session in a new sandbox, and compare the results; exit code 1 if they differ, 2 if the session cannot be played',
    ),
  )
    .argument('<file>', 'file that export wrote, or - for standard input')
    .option('--live', 'send to the recorded receivers instead of using their recorded responses')
    .option('--json', 'print the differences as JSON')
    .option('--junit <file>', ciHelp.junit)
    .option('--github', ciHelp.github)
    .action((file: string, flags: ReplayFlags) => replay(file, flags, needs))

  addWaitCommand(making)
  addCodeCommand(making)
  addConfigCommand(making)
  addListenCommand(making)
  addStopCommand(making)

  making
    .speaking(
      'reset',
      "empty the database of the running sandbox; its configuration stays, and a running clock returns to the wall clock's time",
    )
    .option(
      '--keep <what>',
      'what to keep, such as subscriptions; separate several with commas: subscriptions,endpoints',
      names,
      [],
    )
    .action(async ({ keep }, { client, tell }) => {
      const body = keep.length > 0 ? { keep } : {}
      const answer = await client.post<{ reset: true; kept: string[] }>('/sandbox/reset', 'reset', body)
      const but = answer.kept.length > 0 ? ` except for its ${answer.kept.join(' and ')}` : ''
      tell(answer, () => [`The sandbox at ${client.base} is empty${but}.`])
    })

  // Checked first, since commander would report an unknown option of serve.
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

/** The arguments that name a record and become part of a request's path. */
const naming = ['id', 'name', 'subscription', 'before', 'after']
/** The options that may be empty. All others choose something, and an empty choice would choose everything. */
const mayBeEmpty = ['--body', '--header', '--set', '--description']

/** Refuses an empty name or choice, which an unset shell variable gives. */
function refuseEmpty(command: Command) {
  function refuse(what: string): never {
    throw new StartError(
      `${what} is empty.`,
      'If a shell variable gives the value, check that the variable is set.',
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
