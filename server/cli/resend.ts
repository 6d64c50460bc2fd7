/** The command `resend`: sends deliveries again, edited or unchanged, and waits for their ends. */
import { isUtf8 } from 'node:buffer'
import { createInterface } from 'node:readline/promises'
import { StartError } from '../failures.ts'
import { withQuery } from '../library/ask.ts'
import type { DeliveryRow, HeaderPair, Health } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { fromIso, parseDuration } from '../words/time.ts'
import { breakable } from './breakable.ts'
import { type AddCases, reporting } from './ci-reports.ts'
import type { Client } from './client.ts'
import type { CommandContext } from './command.ts'
import { type FilterFlags, filterOf } from './deliveries.ts'
import { deliveryCases } from './delivery-cases.ts'
import type { DeliveryFilter } from './delivery-filter.ts'
import { judgeEnds, refuseWithoutWait, type WaitFlags, waitForEnds } from './ends.ts'
import { readReceiverNames, sentTo } from './known-subscriptions.ts'
import { tellNoneMet } from './nothing-found.ts'
import { documentOf, oneByOne } from './one-by-one.ts'
import { printLines } from './print-lines.ts'
import { readBytes } from './read-bytes.ts'
import { given } from './sets.ts'
import type { Tty } from './terminal.ts'
import { bothGiven } from './wrong-call.ts'

interface ResendFlags extends WaitFlags, FilterFlags {
  body?: string
  header: HeaderPair[]
  to?: string
  fault?: string
}

/** The bytes as text if they are UTF-8, so that a recorded session is readable. */
export const bodyIn = (bytes: Buffer) =>
  isUtf8(bytes) ? { body: bytes.toString('utf8') } : { body_base64: bytes.toString('base64') }

const editsOf = ({ body, header, to, fault }: ResendFlags) => ({
  ...(body !== undefined && bodyIn(readBytes(body))),
  ...given({ headers: header.length > 0 ? header : undefined, url: to, fault }),
})

const members = { one: 'delivery', all: 'deliveries' }

export async function resend(ids: readonly string[], flags: ResendFlags, context: CommandContext) {
  const { client, terminal, json, tell } = context
  const filter = filterOf(flags)
  const edits = editsOf(flags)
  const { wait, until, timeout, junit, github } = flags
  const waiting = { wait, until, timeout, junit, github }
  refuseWithoutWait(waiting)
  const isBulk = checkForm({ ids, filter, edits }, client)
  const isOne = new Set(ids).size === 1
  const { seq } = await client.get<Health>('/sandbox/health', 'platform')
  const tty = isBulk && !json ? context.tty?.() : undefined
  if (tty) {
    const count = await countMatching(client, filter)
    if (count !== null && !(await agreed(tty, `Send ${count} again? [y/N] `)))
      return terminal.log('Nothing was sent.')
  }

  async function resent(signal: AbortSignal, add: AddCases) {
    const { sent, trouble, refused } = isBulk
      ? await all(filter, { isListed: flags.wait === true, signal }, context)
      : await each({ ids, edits, signal }, context)
    const waits = flags.wait && trouble === undefined && !signal.aborted
    try {
      if (waits) {
        const { deliveries: rows, counts } = sent
        const quiet = counts.deliveries > listedAtMost
        sent.deliveries = await waitForEnds({ since: seq, rows, quiet, ...waiting }, context, signal)
      }
    } finally {
      // The deliveries exist, also where the waiting failed.
      if (sent.counts.deliveries > 0 || (trouble === undefined && !isOne))
        tell(isBulk ? sent : documentOf(sent.deliveries, members, isOne), () => [])
    }
    if (trouble !== undefined) throw trouble
    if (signal.aborted) return terminal.log(`Stopped. Check progress with: ${client.command('deliveries')}`)
    if (sent.counts.deliveries + sent.counts.skipped === 0) await tellNoneMet(context, flags)
    if (waits && !refused && sent.counts.deliveries === 0)
      throw new StartError(
        'Nothing was sent again: every matching delivery was sent again before.',
        `List the deliveries with: ${client.command('deliveries')}`,
      )
    if (waits) {
      await add(() => deliveryCases('resend', sent.deliveries, context))
      await judgeEnds(sent.deliveries, waiting, context)
    }
    if (refused) throw refused
  }

  const work = (signal: AbortSignal) =>
    reporting({ suite: 'resend', name: 'resend' }, waiting, context, (add) => resent(signal, add))
  return breakable(context.onRunning, work)
}

/** Whether a filter chooses the deliveries. Refuses ids with a filter, neither of them, and edits with a filter. */
function checkForm(
  { ids, filter, edits }: { ids: readonly string[]; filter: object; edits: object },
  { command }: Client,
): boolean {
  const filters = Object.keys(filter).length
  if (ids.length > 0 && filters > 0) throw bothGiven('Ids and a filter')
  if (ids.length > 0) return false
  if (filters === 0)
    throw new StartError(
      'Ids or a filter are required.',
      `Give ids, or a filter such as --state failed. List the deliveries with: ${command('deliveries')}`,
    )
  if (Object.keys(edits).length > 0)
    throw new StartError(
      'Deliveries that match a filter are sent again unchanged.',
      'Give ids to use --body, --header, --to or --fault.',
    )
  return true
}

/** Asks the user. Ctrl-C and Ctrl-D mean no. */
async function agreed({ input, output }: Tty, question: string): Promise<boolean> {
  const asking = createInterface({ input, output })
  const broken = new AbortController()
  asking.on('SIGINT', () => broken.abort()).on('close', () => broken.abort())
  const answer = await asking.question(question, { signal: broken.signal }).catch(() => '')
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Sends all matching deliveries again. Prints a line for each, unless there are too many. */
async function all(
  filter: ResendFilter,
  how: { isListed: boolean; signal: AbortSignal },
  { client, terminal }: CommandContext,
): Promise<ResendDone> {
  const receiverName = await readReceiverNames(client)
  const done = await resendAll(client, filter, how)
  const { deliveries, counts } = done.sent
  if (counts.deliveries <= listedAtMost)
    printLines(
      terminal,
      deliveries.map((row) => `${row.event} ${sentTo(row, receiverName)}`),
    )
  const skipped =
    counts.skipped > 0
      ? `, ${counts.skipped} skipped: already sent again, or their subscription is removed or disabled`
      : ''
  if (done.trouble === undefined || counts.deliveries > 0)
    printLines(terminal, [`${counts.deliveries} sent again${skipped}`])
  return done
}

/** Sends the given deliveries again with edits. Continues after a refusal. */
async function each(
  { ids, edits, signal }: { ids: readonly string[]; edits: object; signal: AbortSignal },
  { client, terminal }: CommandContext,
): Promise<ResendDone> {
  const receiverName = await readReceiverNames(client)
  const sentOf = (deliveries: DeliveryRow[]) => ({
    deliveries,
    counts: { deliveries: deliveries.length, skipped: 0 },
  })
  const pathOf = (id: string) => `/sandbox/deliveries/${encodeURIComponent(id)}`
  async function again(id: string) {
    const answer = await client.post<{ delivery: DeliveryRow }>(`${pathOf(id)}/resend`, 'delivery', edits)
    const { delivery } = answer
    printLines(terminal, [`${delivery.event} ${sentTo(delivery, receiverName)} (again ${id})`])
    return delivery
  }
  try {
    // A mistyped id is refused before anything is sent.
    if (ids.length > 1) for (const id of ids) await client.get(`${pathOf(id)}?body_limit=0`, 'delivery')
  } catch (trouble) {
    return { sent: sentOf([]), trouble }
  }
  const { rows, ...failure } = await oneByOne(ids, again, {
    log: terminal.log,
    isBroken: () => signal.aborted,
  })
  return { sent: sentOf(rows), ...failure }
}

type ResendFilter = DeliveryFilter & { since?: string }

/** The result of every form of the command. */
interface Resent {
  deliveries: DeliveryRow[]
  counts: { deliveries: number; skipped: number }
}
interface ResendDone {
  sent: Resent
  /** The error that prevented sending the rest. */
  trouble?: unknown
  /** The error to throw at the end if the sandbox refused some of the ids. */
  refused?: StartError
}

/** The most deliveries that one response of the API lists. For more, the response only has counts. */
const listedAtMost = 1000

/**
 * Sends all matching deliveries again.
 * @param how.isListed whether all deliveries are needed; otherwise counts are enough for more than {@link listedAtMost}
 */
async function resendAll(
  client: Client,
  filter: ResendFilter,
  how: { isListed: boolean; signal: AbortSignal },
): Promise<ResendDone> {
  const numbers = how.isListed ? await numbersMatching(client, filter) : []
  const bounds = numbers.filter((_, at) => (at + 1) % listedAtMost === 0 || at + 1 === numbers.length)
  const requests = how.isListed ? bounds.map((up_to) => ({ ...filter, up_to })) : [filter]
  const sent: Resent = { deliveries: [], counts: { deliveries: 0, skipped: 0 } }
  try {
    for (const request of requests) {
      if (how.signal.aborted) break
      const { deliveries = [], counts } = await client.post<Resent>(
        '/sandbox/deliveries/resend',
        'counts',
        request,
      )
      // Every request skips what the earlier ones sent again.
      sent.counts.skipped = Math.max(0, (counts.skipped ?? 0) - sent.counts.deliveries)
      sent.counts.deliveries += counts.deliveries
      sent.deliveries.push(...deliveries)
    }
  } catch (trouble) {
    return { sent, trouble }
  }
  return { sent }
}

type Page = { deliveries: DeliveryRow[]; next: string | null }

/** How many deliveries match, in words; for more than two pages, `more than …`. Null for none. */
async function countMatching(client: Client, { since, ...filter }: ResendFilter): Promise<string | null> {
  const from = await sinceTime(client, since)
  let count = 0
  let cursor: string | null = ''
  for (let page = 0; page < 2 && cursor !== null; page++) {
    const path = withQuery('/sandbox/deliveries', { ...filter, limit: 500, ...(cursor && { cursor }) })
    const answer: Page = await client.get<Page>(path, 'deliveries')
    const young = answer.deliveries.filter((row) => (fromIso(row.created_at) ?? 0) >= from)
    count += young.length
    cursor = young.length < answer.deliveries.length ? null : answer.next
  }
  if (count === 0 && cursor === null) return null
  return `${cursor === null ? '' : 'more than '}${plural(count, 'delivery', 'deliveries')}`
}

/** The numbers of all matching deliveries, oldest first. */
async function numbersMatching(client: Client, { since, ...filter }: ResendFilter): Promise<number[]> {
  const from = await sinceTime(client, since)
  const rows = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', {
    query: { ...filter },
    enough: ({ created_at }) => (fromIso(created_at) ?? 0) < from,
  })
  return rows.map(({ seq }) => seq)
}

/** The time in microseconds. The sandbox refuses an invalid time. */
async function sinceTime(client: Client, since: string | undefined): Promise<number> {
  if (since === undefined) return 0
  const ms = parseDuration(since)
  if (ms === undefined) return fromIso(since) ?? 0
  const { now } = await client.get<Health>('/sandbox/health', 'platform')
  return (fromIso(now) ?? 0) - ms * 1000
}
