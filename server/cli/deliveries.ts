import { StartError } from '../failures.ts'
import type { Delivery, DeliveryRow, Health } from '../wire.ts'
import { jsonLine } from '../words/printable.ts'
import { span } from '../words/spans.ts'
import { type Client, withQuery } from './client.ts'
import type { CommandContext } from './command.ts'
import { explainedLines } from './delivery-detail.ts'
import { type DeliveryFilter, readState } from './delivery-filter.ts'
import { createFitting } from './delivery-fitting.ts'
import { otherDay, rowLine } from './delivery-words.ts'
import { createLiveClient, tellLoss } from './live.ts'
import { tellNoneMet, tellNothing } from './nothing-found.ts'
import { printLines } from './print-lines.ts'
import { given } from './sets.ts'
import { withWholeIds } from './subscription/meant.ts'
import { bothGiven } from './wrong-call.ts'

/** The filters as flags of a command. */
export interface FilterFlags {
  state?: string
  event?: string
  subscription?: string
  q?: string
  /** Of what is done to all that match. */
  since?: string
}
/** The filter that flags ask for. */
export const filterOf = ({ state, event, subscription, q, since }: FilterFlags) =>
  given({
    state: state === undefined ? undefined : readState(state),
    event,
    subscription_id: subscription,
    q,
    since,
  })

/** Prints one delivery with its attempts, or the newest deliveries, the newest last. */
export async function deliveries(
  id: string | undefined,
  flags: FilterFlags & { follow?: true; limit: number; all?: true },
  context: CommandContext,
) {
  const filter = filterOf(flags)
  if (id === undefined) {
    if (flags.all)
      throw new StartError(
        '--all shows one delivery whole and needs its id.',
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

/** One delivery with its attempts. */
export const readDelivery = (client: Client, id: string) =>
  client.get<{ delivery: Delivery }>(`/sandbox/deliveries/${encodeURIComponent(id)}`, 'delivery')

/** After a gap, so many of the newest are read again for what has changed of them. */
const rereadRows = 500

async function list(
  filter: DeliveryFilter,
  flags: FilterFlags & { follow?: true; limit: number },
  { client, terminal, json: asJson, outside, onRunning }: CommandContext,
) {
  const { seq, now } = await client.get<Health>('/sandbox/health', 'platform')
  /** What was printed of a delivery last, so that nothing is printed twice; of the newest only. */
  const told = new Map<string, string>()
  let begun = now

  function print(row: DeliveryRow) {
    const json = jsonLine(row)
    if (told.get(row.id) === json) return
    told.delete(row.id)
    told.set(row.id, json)
    const [oldest] = told.keys()
    if (told.size > 2 * rereadRows && oldest !== undefined) told.delete(oldest)
    if (asJson) terminal.out(json)
    else printLines(terminal, [[span(otherDay(row.created_at, now)), ...rowLine(row)]])
  }

  const fitting = createFitting(client, filter, print)
  /** The last frame when the list had been read, and those that came until then: of them some are older than what was listed. */
  let listedAt = seq
  let late: DeliveryRow[] = []
  function tellLate() {
    const rows = late
    late = []
    const newest = new Map(rows.map(({ id }, at) => [id, at]))
    const listed = new Map(
      rows.flatMap((row, at) => (told.get(row.id) === jsonLine(row) ? [[row.id, at] as const] : [])),
    )
    /** Of what is listed: from the frame on that looks as the list does, or where none does, the newest alone, since those before may be older. */
    const isNews = ({ id }: DeliveryRow, at: number) =>
      !told.has(id) || at >= (listed.get(id) ?? newest.get(id) ?? at)
    for (const row of rows.filter(isNews)) fitting.hear(row)
  }
  const said = tellLoss(terminal, client.base)
  const live = createLiveClient({
    base: client.base,
    since: seq,
    outside,
    hear(frame) {
      if (frame.kind === 'delivery') late.push(frame.data)
      if (frame.seq >= listedAt) tellLate()
    },
    replaced() {
      listedAt = 0
      late = []
      fitting.forget()
      told.clear()
      begun = ''
    },
    async fill(after) {
      late = []
      await fitting.ask()
      let read = 0
      const enough = (row: DeliveryRow) => ++read > rereadRows && row.seq <= after
      const query = { ...filter }
      const rows = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', { query, enough })
      // Those that ended before this began were over the limit, and are no news.
      for (const row of rows)
        if (row.seq > after || told.has(row.id) || (row.finished_at ?? '') >= begun) print(row)
    },
    ...said,
    back() {
      said.back()
      fitting.goOn()
    },
  })
  if (flags.follow) onRunning({ close: async () => live.close() })
  const path = withQuery('/sandbox/deliveries', { ...filter, limit: flags.limit })
  const { deliveries } = await client.get<{ deliveries: DeliveryRow[] }>(path, 'deliveries')
  if (deliveries.length === 0) {
    tellNothing(terminal, 'deliveries')
    await tellNoneMet({ client, terminal }, flags)
  }
  for (const row of deliveries.toReversed()) print(row)
  if (!flags.follow) return
  listedAt = (await client.get<Health>('/sandbox/health', 'platform')).seq
  await live.run()
}
