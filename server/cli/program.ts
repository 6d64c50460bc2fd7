import { Command } from 'commander'
import type { Outside } from '../outside.ts'
import { version } from '../version.ts'
import { type ArmFlags, arm } from './arm.ts'
import { type CallsFlags, calls } from './calls.ts'
import { defaultData } from './client.ts'
import { type DeliveriesFlags, deliveries } from './deliveries.ts'
import { type DisarmFlags, disarm } from './disarm.ts'
import { type ErrorsFlags, errors } from './errors.ts'
import { type ListenFlags, listen } from './listen.ts'
import { type ResendFlags, resend } from './resend.ts'
import { announce, type ServeFlags, serve } from './serve.ts'
import type { OnRunning, Shell, Tty } from './terminal.ts'
import { type TriggerFlags, trigger } from './trigger.ts'
import { collect, collectHeader, duration, fraction, textOrJson, whole } from './values.ts'

interface ProgramNeeds extends Shell {
  outside: Outside
  onRunning: OnRunning
  /** Where somebody sits, if somebody does. */
  tty?: Tty | undefined
}

/** The command line. */
export function createProgram(needs: ProgramNeeds): Command {
  const { terminal } = needs
  const program = new Command('webhook-sandbox')
    .description(
      'Plays a financial platform towards your code: fires real signed webhooks, catches and verifies what is sent to it.',
    )
    .version(version)
    .showHelpAfterError('(webhook-sandbox --help lists the commands and options)')

  program
    .command('serve', { isDefault: true })
    .description('start the sandbox (what happens without a command)')
    .option('--port <number>', 'the port to listen on; 0 picks a free one', whole)
    .option('--host <address>', 'the address to listen on')
    .option('--data <file>', 'the database file, or :memory:')
    .option('--config <file>', 'the configuration; sandbox.config.json of this folder without it')
    .option('--seed <number>', 'makes ids, payloads and jitter repeatable', whole)
    .option('--bare', 'no demo endpoint, no demo subscription')
    .option('--insecure-tls', 'accept any certificate of a receiver')
    .option('--ca <file>', 'certificate authorities to trust besides those of Node, as PEM')
    .option('--json', 'print one line {"ready":true,"url":…} on stdout when ready; logs go to stderr')
    .action(async (flags: ServeFlags) => {
      const sandbox = await serve(flags, terminal, needs.outside)
      // Whoever reads that it is ready may stop it at once.
      needs.onRunning(sandbox)
      announce(sandbox, flags, terminal)
    })

  /** A command that speaks to a running sandbox. */
  const speaking = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .option('--url <url>', 'the sandbox to speak to; SANDBOX_URL or the running one without it')
      .option('--data <file>', 'the database file of the running sandbox', defaultData)

  speaking('trigger', 'fire an event at the running sandbox')
    .argument('<event>', 'its name, such as card.created')
    .option(
      '--set <path=value>',
      'a value in the payload; path:=json for what is no text; may be repeated',
      collect,
      [],
    )
    .option('--payload <file>', 'the whole payload from a file, - for standard input')
    .option('--count <number>', 'how many events', whole)
    .option('--subscription <id>', 'only to this subscription, whatever its patterns')
    .option('--fault <text>', "what is done to the deliveries, such as 'tamper(signature)'")
    .option('--force', 'send what the schema of the event refuses')
    .option('--json', 'print the answer as JSON')
    .action((event: string, flags: TriggerFlags) => trigger(event, flags, needs))

  speaking('errors', 'list what the platform can refuse with, or explain one code')
    .argument('[code]', 'such as card_dne; without it a table of all')
    .option('--area <area>', 'only those of this area, such as cards')
    .option('--status <number>', 'only those of this HTTP status', whole)
    .option('--search <words>', 'only those whose texts and operations hold all these words')
    .option('--json', 'print the entries as JSON')
    .action((code: string | undefined, flags: ErrorsFlags) => errors(code, flags, needs))

  speaking('arm', 'make calls to the running sandbox fail')
    .argument('<what>', 'a code, a status such as 503, reset (cuts the connection) or hang (never answers)')
    .option('--method <method>', 'only calls with this method')
    .option('--path <pattern>', 'only calls to this path, without the prefix; * stands for any run')
    .option('--identity <identity>', 'only calls of this identity')
    .option('--times <number>', 'how often it fires; always without it', whole)
    .option('--after <number>', 'how many matching calls are let through first', whole)
    .option('--probability <number>', 'how likely it fires, from 0 to 1; drawn from the seed', fraction)
    .option('--delay <duration>', 'how long the answer is held back, such as 500ms', duration)
    .option('--body <text>', 'what is answered with a status; JSON where it is JSON', textOrJson)
    .option('--json', 'print the answer as JSON')
    .action((what: string, flags: ArmFlags) => arm(what, flags, needs))

  speaking('disarm', 'remove what is armed; without an id or --all, list it')
    .argument('[id]', 'what arm printed')
    .option('--all', 'everything that is armed')
    .option('--json', 'print what was removed, or is armed, as JSON')
    .action((id: string | undefined, flags: DisarmFlags) => disarm(id, flags, needs))

  speaking('calls', 'print the newest calls to the platform, the newest last')
    .option('--follow', 'go on with those that come, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .option('--method <method>', 'only those with this method')
    .option('--path <pattern>', 'only those to this path and query, without the prefix; * stands for any run')
    .option('--status <number>', 'only those answered with this HTTP status', whole)
    .option('--code <code>', 'only those answered with this error')
    .option('--json', 'print each as one line of JSON')
    .action((flags: CallsFlags) => calls(flags, needs))

  /** The filters of the list of deliveries. */
  const filtered = (command: Command) =>
    command
      .option('--state <state>', 'only those in this state, such as failed')
      .option('--event <pattern>', 'only those of this event; * stands for any run')
      .option('--subscription <id>', 'only those to this subscription')
      .option('--q <words>', 'only those that hold all these words, bodies included')

  filtered(
    speaking('deliveries', 'print the newest deliveries, the newest last, or one with its attempts').argument(
      '[id]',
      'what trigger printed, such as dlv_…',
    ),
  )
    .option('--follow', 'go on with those that come or change, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .option('--json', 'print each as one line of JSON')
    .action((id: string | undefined, flags: DeliveriesFlags) => deliveries(id, flags, needs))

  filtered(
    speaking('resend', 'send deliveries again: those named, or all that match a filter').argument(
      '[id...]',
      'what deliveries printed',
    ),
  )
    .option('--since <time>', 'only those made since this time, or in so long, such as 2h')
    .option('--body <text>', 'another body; @FILE from a file, - from standard input')
    .option('--header <name: value>', 'another value of a header; may be repeated', collectHeader, [])
    .option('--to <url>', 'to another address')
    .option('--fault <text>', "what is done to them, such as 'tamper(signature)'")
    .option('--wait', 'wait until all have ended; exit code 1 unless each ended well')
    .option('--json', 'print what was sent as JSON')
    .action((ids: string[], flags: ResendFlags) => resend(ids, flags, needs))

  speaking('listen', 'show events, deliveries and captures as they happen')
    .option('--plain', 'one line each, also where there is a terminal')
    .option('--json', 'print each frame of the live socket as one line of JSON')
    .action((flags: ListenFlags) => listen(flags, needs))

  program.addHelpText('after', '\nwebhook-sandbox <command> --help lists the options of a command.')
  return program
}
