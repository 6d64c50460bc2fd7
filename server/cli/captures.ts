/** The command `captures`: lists the newest captures that match a search, and follows new captures. */
import type { CaptureRow } from '../wire.ts'
import { otherDay } from '../words/delivery-lines.ts'
import { captureLine } from '../words/record-lines.ts'
import { span } from '../words/spans.ts'
import type { Making } from './command.ts'
import { printNewest } from './newest.ts'
import { tellNoneFound } from './nothing-found.ts'
import { whole } from './values.ts'

export function addCapturesCommand({ speaking }: Making) {
  speaking('captures', 'list the newest captures that match a search, newest last')
    .argument('[words...]', 'words and filters that must all match, such as verdict:failed')
    .option('--follow', 'keep printing new captures until Ctrl-C')
    .option('--limit <number>', 'how many captures to list first, at most 500', whole, 20)
    .action(async (words, { follow, limit }, context) => {
      const { client, terminal, json } = context
      const q = words.length === 0 ? undefined : words.join(' ')
      const { rows, followed } = await printNewest<CaptureRow>(
        {
          list: 'captures',
          kind: 'capture',
          query: { q },
          follow,
          limit,
          lineOf: (row, now) => [
            span(otherDay(row.received_at, now)),
            ...captureLine(row),
            span(row.event === null ? '' : `  ${row.event}`),
            span(`  ${row.id}`),
          ],
          none: () => tellNoneFound(context, q),
        },
        context,
      )
      const doubtful = rows.findLast(
        ({ verdict: { result } }) => result === 'failed' || result === 'unknown_secret',
      )
      if (doubtful && !json)
        terminal.log(`How to fix the signature: ${client.command(`capture show ${doubtful.id}`)}`)
      await followed()
    })
}
