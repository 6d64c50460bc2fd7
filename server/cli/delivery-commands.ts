/** Declares the commands for deliveries, and runs those that retry, cut, release or cancel deliveries. */
import { StartError } from '../failures.ts'
import type { DeliveryRow } from '../wire.ts'
import { rowLine } from '../words/delivery-lines.ts'
import { type CommandContext, type Declared, type Making, rowsAsJsonUnless } from './command.ts'
import { deliveries, type FilterFlags, filterOf } from './deliveries.ts'
import { waitable } from './ends.ts'
import { readReceiverNames } from './known-subscriptions.ts'
import { tellNoneMet } from './nothing-found.ts'
import { actOnEach } from './one-by-one.ts'
import { printLines } from './print-lines.ts'
import { resend } from './resend.ts'
import { address, collectHeader, whole } from './values.ts'
import { bothGiven } from './wrong-call.ts'

/** The filters of the list of deliveries. */
const filtered = <Arguments extends unknown[]>(command: Declared<Arguments>) =>
  command
    .option(
      '--state <state>',
      'only deliveries in this state, such as failed; separate several states with commas',
    )
    .option('--event <pattern>', 'only deliveries of this event, such as card.*; * matches any characters')
    .option('--subscription <id>', 'only deliveries to this subscription')
    .option('-q, --q <words>', 'only deliveries that contain all these words, bodies included')

export function addDeliveryCommands({ speaking }: Making) {
  filtered(
    speaking(
      'deliveries',
      'list the newest deliveries, newest last, or show one delivery with its attempts',
    ).argument('[id]', 'id of the delivery, such as dlv_…'),
  )
    .option('--all', 'with an id: show the headers and bodies of every attempt')
    .option('--follow', 'keep printing new and changed deliveries until Ctrl-C')
    .option('--limit <number>', 'how many deliveries to list first, at most 500', whole, 20)
    .json(rowsAsJsonUnless('an id'))
    .action(deliveries)

  const resending = filtered(
    speaking('resend', 'send deliveries again: the given ids, or all that match a filter').argument(
      '[id...]',
      'ids of deliveries, as deliveries prints them',
    ),
  )
    .option('--since <time>', 'only deliveries created since this time, or in a period such as 2h')
    .option('--body <text>', 'another body; @FILE reads a file, - reads standard input')
    .option(
      '--header <name: value>',
      "another value of a header, such as 'X-Test: 1'; repeatable",
      collectHeader,
      [],
    )
    .option('--to <url>', 'send to this address instead, such as http://127.0.0.1:3000/hook', address)
    .option('--fault <text>', "fault to inject, such as 'tamper(signature)'")
  waitable(resending).action(resend)

  for (const [act, description] of Object.entries(deliveryActs) as [DeliveryAct, string][]) {
    const acting = speaking(act, description)
    if (isManyAct(act))
      filtered(acting.argument('[id...]', 'ids of deliveries, as deliveries prints them'))
        .option('--since <time>', 'only deliveries created since this time, or in a period such as 2h')
        .action((ids, flags, context) => deliveryAct({ act, ids }, flags, context))
    else
      acting
        .argument('<id...>', 'ids of deliveries, as deliveries prints them')
        .action((ids, _flags, context) => deliveryAct({ act, ids }, {}, context))
  }
}

/** The commands that change a delivery that has not ended, with their descriptions. */
const deliveryActs = {
  'attempt-now': 'retry waiting deliveries now: the given ids, or all that match a filter',
  abort: 'cut the attempt that waits for a response; the sandbox retries the delivery as after any failure',
  release: 'let the next deliveries start while these still wait for their responses',
  cancel: 'cancel deliveries: the given ids, or all that match a filter',
} as const
type DeliveryAct = keyof typeof deliveryActs
/** The commands that take a filter, with the reasons for which they skip a matching delivery. */
const actsOnMany = {
  'attempt-now': {
    done: 'due now',
    skipped:
      'already ended, under way, waiting for their turn in an ordered subscription, or of a disabled subscription',
  },
  cancel: { done: 'cancelled', skipped: 'already ended' },
} as const satisfies Partial<Record<DeliveryAct, { done: string; skipped: string }>>
type ManyAct = keyof typeof actsOnMany
const isManyAct = (act: DeliveryAct): act is ManyAct => Object.hasOwn(actsOnMany, act)

/** Changes deliveries, one after the other or all that match a filter, and prints each changed delivery. */
async function deliveryAct(
  { act, ids }: { act: DeliveryAct; ids: readonly string[] },
  flags: FilterFlags,
  context: CommandContext,
) {
  const { client, terminal, tell } = context
  const filter = filterOf(flags)
  const many = isManyAct(act) && Object.keys(filter).length > 0 ? act : null
  if (many !== null && ids.length > 0) throw bothGiven('Ids and a filter')
  if (many === null && ids.length === 0)
    throw new StartError(
      'Ids or a filter are required.',
      `Give ids, or a filter such as --state retrying. List the deliveries with: ${client.command('deliveries')}`,
    )
  const receiverName = await readReceiverNames(client)
  if (many !== null) {
    const done = await client.post<{
      deliveries: DeliveryRow[]
      counts: { deliveries: number; skipped: number }
    }>(`/sandbox/deliveries/${many}`, 'counts', filter)
    const lines = done.deliveries.map((row) => rowLine(row, receiverName(row)))
    const { deliveries, skipped } = done.counts
    if (deliveries + skipped === 0) await tellNoneMet(context, flags)
    const words = actsOnMany[many]
    const rest = skipped > 0 ? `, ${skipped} skipped: ${words.skipped}` : ''
    return tell(done, () => [...lines, `${deliveries} ${words.done}${rest}`])
  }
  await actOnEach(
    ids,
    async (id) => {
      const path = `/sandbox/deliveries/${encodeURIComponent(id)}/${act}`
      const { delivery } = await client.post<{ delivery: DeliveryRow }>(path, 'delivery', {})
      printLines(terminal, [rowLine(delivery, receiverName(delivery))])
      if (act === 'attempt-now' && delivery.next_attempt_at !== null)
        terminal.log(`${delivery.id} is due, and starts when a place of its subscription is free.`)
      return delivery
    },
    { ...context, one: 'delivery', all: 'deliveries' },
  )
}
