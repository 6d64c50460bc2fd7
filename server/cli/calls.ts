/** The command `calls`: lists the newest calls to the emulated API, and follows new calls. */
import type { CallRow } from '../wire.ts'
import { otherDay } from '../words/delivery-lines.ts'
import { type Making, rowsAsJson } from './command.ts'
import { printNewest } from './newest.ts'
import { tellNoMethod } from './nothing-found.ts'
import { statuses, whole } from './values.ts'

export function addCallsCommand({ speaking }: Making) {
  speaking('calls', 'list the newest calls to the emulated API, newest last')
    .option('--follow', 'keep printing new calls until Ctrl-C')
    .option('--limit <number>', 'how many calls to list first, at most 500', whole, 20)
    .option('--method <method>', 'only calls with this method, such as POST')
    .option(
      '--path <pattern>',
      'only calls to this path and query, without the API prefix, such as /customers*; * matches any characters',
    )
    .option('--status <number>', 'only calls with this response status, such as 404 or 5xx', statuses)
    .option('--code <code>', 'only calls with this error code, such as card_dne')
    .json(rowsAsJson)
    .action(async ({ follow, limit, ...query }, context) => {
      const { followed } = await printNewest<CallRow>(
        {
          list: 'calls',
          kind: 'call',
          query,
          follow,
          limit,
          lineOf: callLine,
          none: () => tellNoMethod(context.terminal, query.method),
        },
        context,
      )
      await followed()
    })
}

/** A call in one line, with the day if it is another than that of `now`. */
export function callLine(
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
