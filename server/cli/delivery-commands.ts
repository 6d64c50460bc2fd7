import type { Declared, Making } from './command.ts'
import { deliveries } from './deliveries.ts'
import { type DeliveryAct, deliveryAct, deliveryActs, isManyAct } from './delivery-act.ts'
import { resend } from './resend.ts'
import { address, collectHeader, duration, whole } from './values.ts'

/** The filters of the list of deliveries. */
const filtered = <Arguments extends unknown[]>(command: Declared<Arguments>) =>
  command
    .option('--state <state>', 'only those in this state, such as failed; commas between several')
    .option('--event <pattern>', 'only those of this event; * stands for any run')
    .option('--subscription <id>', 'only those to this subscription')
    .option('-q, --q <words>', 'only those that hold all these words, bodies included')

/** The commands that look at deliveries and change what becomes of them. */
export function addDeliveryCommands({ speaking }: Making) {
  filtered(
    speaking('deliveries', 'print the newest deliveries, the newest last, or one with its attempts').argument(
      '[id]',
      'what trigger printed, such as dlv_…',
    ),
  )
    .option('--follow', 'go on with those that come or change, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .action(deliveries)

  filtered(
    speaking('resend', 'send deliveries again: those named, or all that match a filter').argument(
      '[id...]',
      'what deliveries printed',
    ),
  )
    .option('--since <time>', 'only those made since this time, or in so long, such as 2h')
    .option('--body <text>', 'another body; @FILE from a file, - from standard input')
    .option('--header <name: value>', 'another value of a header; may be repeated', collectHeader, [])
    .option('--to <url>', 'to another address', address)
    .option('--fault <text>', "what is done to them, such as 'tamper(signature)'")
    .option(
      '--wait',
      'wait until all have ended; exit code 1 unless each ended well and no fault found the receiver wrong',
    )
    .option(
      '--timeout <duration>',
      'how long is waited at most, such as 30s; without it for as long as they are tried again',
      duration,
    )
    .action(resend)

  for (const [act, description] of Object.entries(deliveryActs) as [DeliveryAct, string][]) {
    const acting = speaking(act, description)
    if (isManyAct(act))
      filtered(acting.argument('[id...]', 'what deliveries printed'))
        .option('--since <time>', 'only those made since this time, or in so long, such as 2h')
        .action((ids, flags, context) => deliveryAct({ act, ids }, flags, context))
    else
      acting
        .argument('<id...>', 'what deliveries printed')
        .action((ids, _flags, context) => deliveryAct({ act, ids }, {}, context))
  }
}
