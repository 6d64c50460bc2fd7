import { Command, InvalidArgumentError, Option } from 'commander'
import { configSchema } from '../config.ts'
import { version } from '../version.ts'
import { announce, type ServeFlags, serve } from './serve.ts'
import type { Terminal } from './terminal.ts'
import { type TriggerFlags, trigger } from './trigger.ts'

function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

const defaultData = configSchema.parse({}).data
const collect = (value: string, before: string[]) => [...before, value]

/** The command line. `onServing` is handed a sandbox that runs until it is closed. */
export function createProgram(needs: {
  terminal: Terminal
  environment: Record<string, string | undefined>
  onServing(sandbox: Awaited<ReturnType<typeof serve>>): void
}): Command {
  const { terminal, environment } = needs
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
    .option('--json', 'print one line {"ready":true,"url":…} on stdout when ready; logs go to stderr')
    .action(async (flags: ServeFlags) => {
      const sandbox = await serve(flags, terminal)
      // Whoever reads that it is ready may stop it at once.
      needs.onServing(sandbox)
      announce(sandbox, flags, terminal)
    })

  program
    .command('trigger')
    .description('fire an event at the running sandbox')
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
    .option('--force', 'send what the schema of the event refuses')
    .option('--url <url>', 'the sandbox to speak to; SANDBOX_URL or the running one without it')
    .addOption(new Option('--data <file>', 'the database file of the running sandbox').default(defaultData))
    .option('--json', 'print the answer as JSON')
    .action((event: string, flags: TriggerFlags) => trigger(event, flags, environment, terminal))

  program.addHelpText(
    'after',
    '\nwebhook-sandbox serve --help lists the options to start with, webhook-sandbox trigger --help those to fire with.',
  )
  return program
}
