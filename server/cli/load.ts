/** The command `load`: writes a load test for an existing load engine. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../failures.ts'
import { withQuery } from '../library/ask.ts'
import { ownerOnly } from '../private-files.ts'
import type { Load } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { word } from '../words/shell-words.ts'
import type { Making } from './command.ts'
import { whole } from './values.ts'

export function addLoadCommand({ speaking }: Making) {
  speaking('load', 'write a load test of a receiver for Artillery, k6 or Locust, with signed webhooks')
    .argument('<engine>', 'artillery, k6 or locust')
    .option('--subscription <id>', 'subscription whose URL, scheme and secret the requests have')
    .option('--event <pattern>', "events to send, such as 'card.*'; the subscription's own events by default")
    .option('--rate <number>', 'requests a second, such as 50; 10 by default', whole)
    .option('--for <duration>', 'duration of the test, such as 10m; 1m by default')
    .option('--out <folder>', 'new or empty folder to write to; load-ENGINE by default')
    .action(async (engine, flags, { client, tell }) => {
      const { subscription, event, rate, out = `load-${engine}` } = flags
      if (subscription === undefined)
        throw new StartError(
          '--subscription is missing.',
          `Give its id, or last for the newest. List all with: ${client.command('subscriptions')}`,
        )
      refuseFilled(out)
      const query = { engine, subscription_id: subscription, event, rate, for: flags.for }
      const answer = await client.get<{ load: Load }>(withQuery('/sandbox/load', query), 'load')
      const { files, install, run } = answer.load
      write(out, files)
      tell(
        answer,
        () => files.map(({ name }) => join(out, name)),
        () => [
          `Wrote ${plural(files.length, 'file')}. None contains the secret.`,
          ...(install === null ? [] : [`Install with  ${install}`]),
          `Run with      cd ${word(out)} && ${run}`,
        ],
      )
    })
}

/** Refuses a folder with files, which another test may need. */
function refuseFilled(folder: string) {
  if (entriesOf(folder).length > 0)
    throw new StartError(`The folder ${folder} is not empty.`, 'Give a new folder with --out FOLDER.')
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw unwritable(folder, error)
  }
}

function write(folder: string, files: Load['files']) {
  try {
    mkdirSync(folder, { recursive: true })
    for (const { name, text } of files)
      writeFileSync(join(folder, name), text, { flag: 'wx', mode: ownerOnly })
  } catch (error) {
    throw unwritable(folder, error)
  }
}

const unwritable = (folder: string, error: unknown) =>
  new StartError(
    `Cannot write to ${folder}: ${error instanceof Error ? error.message : error}.`,
    'Give another folder with --out FOLDER.',
  )
