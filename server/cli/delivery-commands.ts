import { StartError } from '../failures.ts'
import type { DeliveryRow } from '../wire.ts'
import type { CommandContext, Declared, Making } from './command.ts'
import { deliveries, type FilterFlags, filterOf } from './deliveries.ts'
import { rowLine } from './delivery-words.ts'
import { waitable } from './ends.ts'
import { tellNoneMet } from './nothing-found.ts'
import { oneByOne } from './one-by-one.ts'
import { resend } from './resend.ts'
import { address, collectHeader, whole } from './values.ts'
import { bothGiven } from './wrong-call.ts'

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
    .option('--all', 'with an id: show the headers and bodies of every attempt')
    .option('--follow', 'go on with those that come or change, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .action(deliveries)

  const resending = filtered(
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
  waitable(resending).action(resend)

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

/** What can be done to a delivery that has not ended, and how it is explained. */
const deliveryActs = {
  'attempt-now': 'try waiting deliveries at once: those named, or all that match a filter',
  abort: 'cut the attempt that waits for an answer; it is tried again like any failure',
  release: 'let the next deliveries start while this one goes on waiting for its answer',
  cancel: 'end deliveries: those named, or all that match a filter',
} as const
type DeliveryAct = keyof typeof deliveryActs
/** Those that can be done to all that match, and which of these are skipped. */
const actsOnMany = {
  'attempt-now': {
    done: 'due now',
    skipped: 'ended already, under way, behind another of an ordered subscription, or of a disabled one',
  },
  cancel: { done: 'ended', skipped: 'ended already' },
} as const satisfies Partial<Record<DeliveryAct, { done: string; skipped: string }>>
type ManyAct = keyof typeof actsOnMany
const isManyAct = (act: DeliveryAct): act is ManyAct => Object.hasOwn(actsOnMany, act)

/** Does something to deliveries, one after the other, or to all that match, and prints how each stands then. */
async function deliveryAct(
  { act, ids }: { act: DeliveryAct; ids: readonly string[] },
  flags: FilterFlags,
  context: CommandContext,
) {
  const { client, terminal, tell } = context
  const filter = filterOf(flags)
  if (isManyAct(act) && Object.keys(filter).length > 0) {
    if (ids.length > 0) throw bothGiven('Ids and a filter')
    const done = await client.post<{
      deliveries: DeliveryRow[]
      counts: { deliveries: number; skipped: number }
    }>(`/sandbox/deliveries/${act}`, 'counts', filter)
    const { deliveries, skipped } = done.counts
    if (deliveries + skipped === 0) await tellNoneMet(context, flags)
    const words = actsOnMany[act]
    const rest = skipped > 0 ? `, ${skipped} skipped: ${words.skipped}` : ''
    return tell(done, () => [...done.deliveries.map(rowLine), `${deliveries} ${words.done}${rest}`])
  }
  if (ids.length === 0)
    throw new StartError(
      'Nothing says which deliveries are meant.',
      `Give their ids, or a filter such as --state retrying; ${client.command('deliveries')} lists them.`,
    )
  const trouble = await oneByOne(
    ids,
    async (id) => {
      const path = `/sandbox/deliveries/${encodeURIComponent(id)}/${act}`
      const { delivery } = await client.post<{ delivery: DeliveryRow }>(path, 'delivery', {})
      tell({ delivery }, () => [rowLine(delivery)])
      if (act === 'attempt-now' && delivery.next_attempt_at !== null)
        terminal.log(`${delivery.id} is due, and starts when a place of its subscription is free.`)
    },
    terminal,
  )
  if (trouble !== undefined) throw trouble
}
