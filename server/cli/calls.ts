import type { CallRow } from '../wire.ts'
import type { Making } from './command.ts'
import { otherDay } from './delivery-words.ts'
import { printNewest } from './newest.ts'
import { tellNoMethod } from './nothing-found.ts'
import { statuses, whole } from './values.ts'

/** The command that prints the newest calls. */
export function addCallsCommand({ speaking }: Making) {
  speaking('calls', 'print the newest calls to the platform, the newest last')
    .option('--follow', 'go on with those that come, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .option('--method <method>', 'only those with this method')
    .option('--path <pattern>', 'only those to this path and query, without the prefix; * stands for any run')
    .option('--status <number>', 'only those answered with this HTTP status, or such as 5xx', statuses)
    .option('--code <code>', 'only those answered with this error')
    .action(async ({ follow, limit, ...query }, context) => {
      const { followed } = await printNewest<CallRow>(
        {
          list: 'calls',
          kind: 'call',
          query,
          follow,
          limit,
          lineOf,
          none: () => tellNoMethod(context.terminal, query.method),
        },
        context,
      )
      await followed()
    })
}

function lineOf(
  { at, method, path, status, error_code, armed, outcome, duration_ms }: CallRow,
  now: string,
): string {
  return [
    `${otherDay(at, now)}${at.slice(11, 23)}  ${method.padEnd(6)} ${path}`,
    outcome === null ? status : outcome === 'reset' ? 'reset' : 'no answer',
    error_code,
    armed === null ? null : armed === 'header' ? 'armed by header' : `armed ${armed}`,
    `${Math.round(duration_ms)} ms`,
  ]
    .filter((part) => part !== null)
    .join('  ')
}
