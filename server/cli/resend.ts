import { isUtf8 } from 'node:buffer'
import { createInterface } from 'node:readline/promises'
import { StartError } from '../failures.ts'
import type { DeliveryRow, HeaderPair, Health } from '../wire.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { breakable } from './breakable.ts'
import { type Client, commandLine, createClient, type TargetFlags } from './client.ts'
import { type FilterFlags, filterOf } from './deliveries.ts'
import type { DeliveryFilter } from './delivery-filter.ts'
import { judgeEnds, refuseTimeoutAlone, type WaitFlags, waitForEnds } from './ends.ts'
import { tellNoneMet } from './nothing-found.ts'
import { oneByOne } from './one-by-one.ts'
import { readBytes } from './read-bytes.ts'
import { listedAtMost, type ResendDone, type Resent, resendAll } from './resend-all.ts'
import { countMatching } from './resend-count.ts'
import type { LongShell, Terminal, Tty } from './terminal.ts'

export interface ResendFlags extends WaitFlags, FilterFlags {
  body?: string
  header: HeaderPair[]
  to?: string
  fault?: string
  since?: string
}
interface ResendNeeds extends LongShell {
  /** Where somebody sits who can be asked. */
  tty?: Tty | undefined
}
/** As text where it is text, which a session that is recorded shows; the same bytes either way. */
export const bodyIn = (bytes: Buffer) =>
  isUtf8(bytes) ? { body: bytes.toString('utf8') } : { body_base64: bytes.toString('base64') }

function editsOf({ body, header, to, fault }: ResendFlags) {
  return {
    ...(body !== undefined && bodyIn(readBytes(body))),
    ...(header.length > 0 && { headers: header }),
    ...(to !== undefined && { url: to }),
    ...(fault !== undefined && { fault }),
  }
}

/** Sends deliveries again: those named, or all that match a filter. */
export async function resend(ids: readonly string[], flags: ResendFlags, needs: ResendNeeds) {
  const filter = { ...filterOf(flags), ...(flags.since !== undefined && { since: flags.since }) }
  const edits = editsOf(flags)
  refuseTimeoutAlone(flags)
  const isBulk = checkForm({ ids, filter, edits }, flags)
  const client = createClient(flags, needs.environment)
  const { seq } = await client.get<Health>('/sandbox/health', 'platform')
  const { terminal, tty } = needs
  const say = (line: string) => {
    if (!flags.json) terminal.out(printable(line))
  }
  if (isBulk && tty && !flags.json) {
    const count = await countMatching(client, filter)
    if (count !== null && !(await agreed(tty, `Send ${count} again? [y/N] `)))
      return terminal.log('nothing was sent')
  }
  let [broken, stopWaiting] = [false, () => {}]
  const onBegun = (stop: () => void) => (stopWaiting = stop)

  async function work() {
    const { sent, trouble, refused } = isBulk
      ? await all(client, filter, { isListed: flags.wait === true, isBroken: () => broken, say })
      : await each(client, { ids, edits, terminal, say, isBroken: () => broken })
    const waits = flags.wait && trouble === undefined && !broken
    try {
      if (waits) await wait(client, { since: seq, sent, flags, needs: { ...needs, onBegun } })
    } finally {
      // What was sent is told, whatever came of the waiting.
      if (flags.json) terminal.out(jsonLine(sent))
    }
    if (trouble !== undefined) throw trouble
    if (broken) return terminal.log(`broken off; ${commandLine('deliveries', flags)} shows how they fare`)
    if (sent.counts.deliveries + sent.counts.skipped === 0) await tellNoneMet({ client, terminal }, flags)
    if (waits && !refused && sent.counts.deliveries === 0)
      throw new StartError(
        'Nothing was sent again: no delivery matches that was not sent again already.',
        `${commandLine('deliveries', flags)} lists those that are kept.`,
      )
    if (waits) await judgeEnds(client, sent.deliveries, { terminal, flags })
    if (refused) throw refused
  }

  return breakable(needs.onRunning, {
    stop() {
      broken = true
      stopWaiting()
    },
    work,
  })
}

/** Answers whether a filter says which, and refuses what is neither the one form nor the other. */
function checkForm(
  { ids, filter, edits }: { ids: readonly string[]; filter: object; edits: object },
  flags: TargetFlags,
): boolean {
  const filters = Object.keys(filter).length
  if (ids.length > 0 && filters > 0)
    throw new StartError('Ids and a filter were both given.', 'Give the one or the other.')
  if (ids.length > 0) return false
  if (filters === 0)
    throw new StartError(
      'Nothing says which deliveries to send again.',
      `Give their ids, or a filter such as --state failed; ${commandLine('deliveries', flags)} lists them.`,
    )
  if (Object.keys(edits).length > 0)
    throw new StartError(
      'All that match a filter are sent again as they were.',
      'Give ids to --body, --header, --to and --fault.',
    )
  return true
}

/** Asks somebody; Ctrl-C and Ctrl-D are a no. */
async function agreed({ input, output }: Tty, question: string): Promise<boolean> {
  const asking = createInterface({ input, output })
  const broken = new AbortController()
  asking.on('SIGINT', () => broken.abort()).on('close', () => broken.abort())
  const answer = await asking.question(question, { signal: broken.signal }).catch(() => '')
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** All that match, each told on a line of its own where that is few enough to read. */
async function all(
  client: Client,
  filter: DeliveryFilter,
  how: { isListed: boolean; isBroken(): boolean; say(line: string): void },
): Promise<ResendDone> {
  const done = await resendAll(client, filter, how)
  const { deliveries, counts } = done.sent
  if (counts.deliveries <= listedAtMost)
    for (const { id, event, url } of deliveries) how.say(`${event} --> ${url} ${id}`)
  const skipped =
    counts.skipped > 0
      ? `, ${counts.skipped} skipped: sent again already, or of a subscription that is gone or disabled`
      : ''
  if (done.trouble === undefined || counts.deliveries > 0)
    how.say(`${counts.deliveries} sent again${skipped}`)
  return done
}

/** Those named, edited; what is refused of one keeps no other from being sent. */
async function each(
  client: Client,
  needs: {
    ids: readonly string[]
    edits: object
    terminal: Terminal
    say(line: string): void
    isBroken(): boolean
  },
): Promise<ResendDone> {
  const { ids, edits, terminal, say, isBroken } = needs
  const deliveries: DeliveryRow[] = []
  const sent = () => ({ deliveries, counts: { deliveries: deliveries.length, skipped: 0 } })
  const pathOf = (id: string) => `/sandbox/deliveries/${encodeURIComponent(id)}`
  async function again(id: string) {
    const answer = await client.post<{ delivery: DeliveryRow }>(`${pathOf(id)}/resend`, 'delivery', edits)
    const { delivery } = answer
    deliveries.push(delivery)
    const { event, url, fault } = delivery
    say(`${event} --> ${url} ${delivery.id}${fault === null ? '' : ` fault ${fault}`} (again ${id})`)
  }
  try {
    // A mistyped one is refused before any is sent.
    if (ids.length > 1) for (const id of ids) await client.get(`${pathOf(id)}?body_limit=0`, 'delivery')
    const refused = await oneByOne(ids, again, { log: terminal.log, isBroken })
    return { sent: sent(), ...(refused && { refused }) }
  } catch (trouble) {
    return { sent: sent(), trouble }
  }
}

async function wait(
  client: Client,
  {
    since,
    sent,
    flags,
    needs,
  }: { since: number; sent: Resent; flags: ResendFlags; needs: Parameters<typeof waitForEnds>[2] },
) {
  const quiet = flags.json === true || sent.counts.deliveries > listedAtMost
  sent.deliveries = await waitForEnds(client, { since, rows: sent.deliveries, quiet, flags }, needs)
}
