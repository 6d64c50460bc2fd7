import { Option } from 'commander'
import { sayDuration } from '../words/time.ts'
import type { Making, ProgramNeeds } from './making.ts'
import { duration, whole } from './values.ts'
import { type WaitFlags, wait, waitFilters } from './wait.ts'
import { endsWrongCalls } from './wrong-call.ts'

const longestMs = 10_000

/** The command that waits, for scripts: its exit code tells what is so from what was asked wrongly. */
export function addWaitCommand({ speaking }: Making, needs: ProgramNeeds) {
  const command = speaking(
    'wait',
    'wait until records match, for scripts; exit code 0 where it is met, 1 where it is not, 2 where it cannot be asked',
  ).argument('<kind>', 'capture, delivery, event or call')
  for (const [name, [value, description]] of Object.entries(waitFilters))
    command.option(`--${name} <${value}>`, description)
  endsWrongCalls(command)
    .option('-q, --q <words>', 'only those that hold all these words, bodies included')
    .option('--count <number>', 'how many must match; 1 without it', whole)
    .option('--none', 'nothing may match until the time is over')
    .option('--in-order <patterns>', 'events that must come one after the other, with commas between')
    .option('--since <seq>', 'only records with a larger number; or since a time, or in so long, such as 5m')
    .addOption(
      new Option('--timeout <duration>', 'how long, such as 30s')
        .argParser(duration)
        .default(longestMs, sayDuration(longestMs)),
    )
    .option('--json', 'print the answer as JSON')
    .action((kind: string, flags: WaitFlags) => wait(kind, flags, needs))
}
