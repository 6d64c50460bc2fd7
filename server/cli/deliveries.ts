/** The command `deliveries`: lists the newest deliveries, follows them, or shows one with its attempts. */
import { StartError } from '../failures.ts'
import { withQuery } from '../library/ask.ts'
import type { Delivery, DeliveryRow, Health } from '../wire.ts'
import { otherDay, rowLine } from '../words/delivery-lines.ts'
import { jsonLine } from '../words/printable.ts'
import { indexLagWords } from '../words/search-hint.ts'
import { span } from '../words/spans.ts'
import type { Client } from './client.ts'
import type { CommandContext } from './command.ts'
import { explainedLines } from './delivery-detail.ts'
import { type DeliveryFilter, readState } from './delivery-filter.ts'
import { createFitting } from './delivery-fitting.ts'
import { createKnownSubscriptions } from './known-subscriptions.ts'
import { createLiveClient, tellLoss } from './live.ts'
import { tellNoneMet, tellNothing } from './nothing-found.ts'
import { given } from './sets.ts'
import { withWholeIds } from './subscription/meant.ts'
import { bothGiven } from './wrong-call.ts'

/** The filters of a command as flags. */
export interface FilterFlags {
  state?: string
  event?: string
  subscription?: string
  q?: string
  /** Only for commands that change all matching deliveries. */
  since?: string
}
/** The filter in the flags. */
export const filterOf = ({ state, event, subscription, q, since }: FilterFlags) =>
  given({
    state: state === undefined ? undefined : readState(state),
    event,
    subscription_id: subscription,
    q,
    since,
  })

export async function deliveries(
  id: string | undefined,
  flags: FilterFlags & { follow?: true; limit: number; all?: true },
  context: CommandContext,
) {
  const filter = filterOf(flags)
  if (id === undefined) {
    if (flags.all)
      throw new StartError(
        '--all shows every attempt of one delivery, and needs its id.',
        'Give an id, or leave out --all.',
      )
    return list(flags.follow ? await withWholeIds(context.client, filter) : filter, flags, context)
  }
  if (flags.follow || Object.keys(filter).length > 0) throw bothGiven('An id and a filter or --follow')
  const { client, json, tell } = context
  const answer = await readDelivery(client, id)
  const { delivery } = answer
  const lines = json ? [] : await explainedLines(client, delivery, flags.all === true)
  tell(answer, () => lines)
}

/** Reads one delivery with its attempts. */
export const readDelivery = (client: Client, id: string) =>
  client.get<{ delivery: Delivery }>(`/sandbox/deliveries/${encodeURIComponent(id)}`, 'delivery')

/** How many of the newest deliveries are read again after a gap, to find changed ones. */
const rereadRows = 500

async function list(
  filter: DeliveryFilter,
  flags: FilterFlags & { follow?: true; limit: number },
  { client, terminal, json, tell, outside, onRunning }: CommandContext,
) {
  const { seq, now } = await client.get<Health>('/sandbox/health', 'platform')
  const subscriptions = createKnownSubscriptions(client)
  if (!json) await subscriptions.read()
  /** The line printed last for each of the newest deliveries, so that no line is printed twice. */
  const printed = new Map<string, string>()
  let begun = now

  function print(row: DeliveryRow) {
    const json = jsonLine(row)
    if (printed.get(row.id) === json) return
    printed.delete(row.id)
    printed.set(row.id, json)
    const [oldest] = printed.keys()
    if (printed.size > 2 * rereadRows && oldest !== undefined) printed.delete(oldest)
    tell(row, () => [[span(otherDay(row.created_at, now)), ...rowLine(row, subscriptions.receiverName(row))]])
  }

  const fitting = createFitting(client, filter, print)
  /** The newest frame when the list was read, and the deliveries in earlier frames. Some of these are older than the list. */
  let listedAt = seq
  let late: DeliveryRow[] = []
  function printLate() {
    const rows = late
    late = []
    const newest = new Map(rows.map(({ id }, at) => [id, at]))
    const listed = new Map(
      rows.flatMap((row, at) => (printed.get(row.id) === jsonLine(row) ? [[row.id, at] as const] : [])),
    )
    /**
     * For a listed delivery: the frames from the one that equals its list row. If no frame does, only the newest frame, since
     * earlier frames may be older than the list.
     */
    const isNews = ({ id }: DeliveryRow, at: number) =>
      !printed.has(id) || at >= (listed.get(id) ?? newest.get(id) ?? at)
    for (const row of rows.filter(isNews)) fitting.hear(row)
  }
  const loss = tellLoss(terminal, client.base)
  const live = createLiveClient({
    base: client.base,
    since: seq,
    outside,
    hear(frame) {
      if (frame.kind === 'subscription') subscriptions.take(frame.data)
      if (frame.kind === 'delivery') late.push(frame.data)
      if (frame.seq >= listedAt) printLate()
    },
    replaced() {
      listedAt = 0
      late = []
      fitting.forget()
      printed.clear()
      begun = ''
    },
    async fill(after) {
      late = []
      if (!json) await subscriptions.read()
      await fitting.ask()
      let read = 0
      const enough = (row: DeliveryRow) => ++read > rereadRows && row.seq <= after
      const query = { ...filter }
      const rows = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', { query, enough })
      // Deliveries that ended before the command began were beyond the limit of the list, and are not new.
      for (const row of rows)
        if (row.seq > after || printed.has(row.id) || (row.finished_at ?? '') >= begun) print(row)
    },
    ...loss,
    back() {
      loss.back()
      fitting.goOn()
    },
  })
  if (flags.follow) onRunning({ close: async () => live.close() })
  const path = withQuery('/sandbox/deliveries', { ...filter, limit: flags.limit })
  const { deliveries, index_lag } = await client.get<{ deliveries: DeliveryRow[]; index_lag?: number }>(
    path,
    'deliveries',
  )
  if (index_lag !== undefined) terminal.log(indexLagWords(index_lag))
  if (deliveries.length === 0) {
    tellNothing(terminal, 'deliveries')
    await tellNoneMet({ client, terminal }, flags)
  }
  for (const row of deliveries.toReversed()) print(row)
  if (!flags.follow) return
  listedAt = (await client.get<Health>('/sandbox/health', 'platform')).seq
  await live.run()
}
