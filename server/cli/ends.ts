/** Follows the deliveries that a command sent, for its option --wait, and judges how they ended. */
import { StartError } from '../failures.ts'
import { failedByItself, judgeRows, tellingRows } from '../findings/advice.ts'
import { longestTimerMs } from '../outside.ts'
import type { Clock, Delivery, DeliveryRow } from '../wire.ts'
import { whyNotJudged } from '../words/delivery.ts'
import { headline, whenAgain } from '../words/delivery-lines.ts'
import { duration as sayDuration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import { span } from '../words/spans.ts'
import { type CiFlags, reportable } from './ci-reports.ts'
import type { Client } from './client.ts'
import type { CommandContext, Declared } from './command.ts'
import { readDelivery } from './deliveries.ts'
import { explainedLines } from './delivery-detail.ts'
import { createLiveClient, patienceMs, tellLoss } from './live.ts'
import { printLines } from './print-lines.ts'
import { findingLines, type OwnFinding } from './receiver-advice.ts'
import { choice, duration } from './values.ts'

export interface WaitFlags extends CiFlags {
  wait?: true | undefined
  until?: 'settled' | undefined
  /** In ms. */
  timeout?: number | undefined
}

const usualTimeoutMs = 30_000

/** Adds the options of a command that can wait for the deliveries that it sends. */
export const waitable = <Arguments extends unknown[], Options extends [string, unknown], Always>(
  command: Declared<Arguments, Options, Always>,
) =>
  reportable(
    command
      .option(
        '--wait',
        'wait until every delivery has ended or one attempt fails without a fault; exit code 1 if a delivery failed or has not ended, or a finding says that the receiver is wrong; 0 if the fault keeps it from being judged',
      )
      .option('--until <end>', 'with --wait: settled follows the retries as well', choice(['settled']))
      .option('--timeout <duration>', 'with --wait: how long to wait, such as 2m; 30s by default', duration),
  )

export function refuseWithoutWait({ wait, ...flags }: WaitFlags) {
  const [name] = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (name !== undefined && !wait)
    throw new StartError(`--${name} needs --wait.`, `Add --wait, or leave out --${name}.`)
}

/**
 * Follows deliveries until each has ended, one attempt fails without a fault, or the time is over. Prints each delivery that ends
 * or fails. Returns each delivery as last seen.
 * @param since the number of the newest frame from before the deliveries were made
 * @param signal stops the waiting
 */
export async function waitForEnds(
  {
    since,
    rows,
    quiet,
    until,
    timeout = usualTimeoutMs,
  }: { since: number; rows: readonly DeliveryRow[]; quiet: boolean } & WaitFlags,
  { client, terminal, outside }: CommandContext,
  signal: AbortSignal,
): Promise<DeliveryRow[]> {
  const open = new Set(rows.map(({ id }) => id))
  const seen = new Map(rows.map((row) => [row.id, row]))
  /** How many attempts of a delivery had failed when it was last printed. */
  const printedAfter = new Map<string, number>()
  let replaced = false
  function becameAnother() {
    replaced = true
    live.close()
  }

  const say = (row: DeliveryRow) => {
    if (!quiet) printLines(terminal, [headline(row)])
  }

  async function retried(row: DeliveryRow) {
    const { id, attempts_made } = row
    if (printedAfter.get(id) === attempts_made) return
    const isFirst = printedAfter.size === 0
    printedAfter.set(id, attempts_made)
    say(row)
    if (until === undefined && (await isFailure(row))) return live.close()
    if (isFirst) terminal.log(`${(await nextAttempt(client, row)).says} ${retryNow(client, row)}`)
  }
  const isFailure = async (row: DeliveryRow) => failedByItself(await readWithoutBodies(client, row))

  async function take(row: DeliveryRow) {
    if (!open.has(row.id)) return
    seen.set(row.id, row)
    if (row.state === 'retrying') return retried(row)
    if (row.finished_at === null) return
    open.delete(row.id)
    say(row)
    paint()
    if (open.size === 0) return live.close()
    if (row.state === 'failed' && until === undefined && (await isFailure(row))) live.close()
  }
  const paint = () =>
    terminal.live?.([[span(`${rows.length - open.size} of ${rows.length} deliveries have ended`, 'gray')]])

  const live = createLiveClient({
    base: client.base,
    since,
    outside,
    giveUpAfterMs: patienceMs,
    async hear(frame) {
      if (frame.kind === 'reset') becameAnother()
      if (frame.kind === 'delivery') await take(frame.data)
    },
    replaced: becameAnother,
    async fill() {
      const enough = (row: DeliveryRow) => row.seq <= since
      const kept = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', { enough })
      const known = new Set(kept.map(({ id }) => id))
      for (const row of kept) await take(row)
      if ([...open].some((id) => !known.has(id))) becameAnother()
    },
    ...tellLoss(terminal, client.base),
  })
  signal.addEventListener('abort', live.close)
  paint()
  const cancel = outside.after(Math.min(timeout, longestTimerMs), live.close)
  const end = () => {
    cancel()
    terminal.live?.([])
  }
  if (open.size > 0) await live.run().finally(end)
  else end()
  if (replaced)
    throw new StartError(
      `The sandbox at ${client.base} was reset or replaced, and its deliveries are gone.`,
      'Trigger the events again.',
    )
  return [...seen.values()]
}

/** When the next attempt of a delivery starts, as a sentence, and whether only a move of the clock makes it due. */
async function nextAttempt(
  client: Client,
  { next_attempt_at, created_at }: DeliveryRow,
): Promise<{ says: string; isStopped: boolean }> {
  if (next_attempt_at === null) return { says: 'The sandbox retries the delivery.', isStopped: false }
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  // An attempt that a person made due is due already, also while the clock is stopped.
  const isToCome = next_attempt_at > clock.now
  const when = whenAgain(next_attempt_at, isToCome ? created_at : clock.now)
  const isStopped = isToCome && clock.mode === 'manual'
  const stopped = `, but its clock is stopped. Move the clock there with: ${client.command(`clock set ${next_attempt_at}`)}`
  return {
    says: `The sandbox retries the delivery ${when}${isToCome ? ' UTC' : ''}${isStopped ? stopped : ''}.`,
    isStopped,
  }
}

/** The next attempt of a delivery, and how to follow its retries, which do not come by themselves while the clock is stopped. */
async function furtherWords(client: Client, row: DeliveryRow): Promise<string> {
  const { says, isStopped } = await nextAttempt(client, row)
  const follow = isStopped ? '' : ' Follow the retries with --until settled.'
  return `${says}${follow} ${retryNow(client, row)}`
}

const retryNow = ({ command }: Client, { id }: DeliveryRow) =>
  `Retry now with: ${command(`attempt-now ${id}`)}`

/** Explains the deliveries that a command waited for. Throws unless each ended well and no finding says that the receiver is wrong. */
export async function judgeEnds(
  rows: readonly DeliveryRow[],
  { timeout = usualTimeoutMs, until }: WaitFlags,
  { client, terminal, json }: CommandContext,
) {
  const { open, bad, unjudged, failing } = judgeRows(rows)
  const found = await readFindings(
    client,
    rows.filter((row) => row !== failing),
    rows.length === 1,
  )
  if (!json) {
    if (failing) printLines(terminal, (await explained(client, failing)).slice(1))
    printLines(terminal, findingLines(found))
  }
  if (bad.length + open.length > 0) {
    const all = plural(rows.length, 'delivery', 'deliveries')
    const forged = bad.filter(({ state }) => state === 'wrongly_accepted').length
    const retrying = until === undefined ? open.filter(({ state }) => state === 'retrying') : []
    const others = open.length - retrying.length
    const [next] = retrying
    throw new StartError(
      [
        forged > 0 && `${forged} of ${all} ${forged === 1 ? 'was' : 'were'} wrongly accepted.`,
        bad.length > forged && `${bad.length - forged} of ${all} did not end well.`,
        next && `${retrying.length} of ${all} failed, and retries go on.`,
        others > 0 &&
          `${others} of ${all} had not ended ${failing && until === undefined ? 'yet' : `after ${sayDuration(timeout)}`}.`,
      ]
        .filter((one) => one)
        .join(' '),
      next
        ? await furtherWords(client, next)
        : bad[0]
          ? `Send it again with: ${client.command(`resend ${bad[0].id} --wait`)}`
          : `Check progress with: ${client.command(`deliveries ${open[0]?.id}`)}`,
    )
  }
  const wrong = found.find(({ says }) => says === 'wrong')
  if (wrong)
    throw new StartError(
      `Every delivery ended well, but the receiver is wrong. ${wrong.summary}.`,
      json ? `${wrong.detail} ${wrong.fix}` : 'The finding above says what to change.',
    )
  const [first] = unjudged
  if (first)
    terminal.log(
      `${unjudged.length} of ${plural(rows.length, 'delivery', 'deliveries')} ${unjudged.length === 1 ? 'was' : 'were'} not judged. ${
        first.finished_at === null
          ? `${(await nextAttempt(client, first)).says} ${retryNow(client, first)}`
          : whyNotJudged
      }`,
    )
}

async function explained(client: Client, { id }: DeliveryRow) {
  const { delivery } = await readDelivery(client, id)
  return explainedLines(client, delivery, false)
}

/** How many deliveries are read at a time. */
const atATime = 16

/** @param isOne whether the command shows a single delivery, so that its findings need no headline */
async function readFindings(
  client: Client,
  rows: readonly DeliveryRow[],
  isOne: boolean,
): Promise<OwnFinding[]> {
  const read = async (row: DeliveryRow) =>
    (await readWithoutBodies(client, row)).findings.map((finding) =>
      isOne ? finding : { ...finding, headline: headline(row) },
    )
  return (await inGroups(tellingRows(rows), read)).flat()
}

/** Asks for each row, for a few at a time. */
export async function inGroups<Row, Answer>(rows: readonly Row[], ask: (row: Row) => Promise<Answer>) {
  const answers: Answer[] = []
  for (let from = 0; from < rows.length; from += atATime)
    answers.push(...(await Promise.all(rows.slice(from, from + atATime).map(ask))))
  return answers
}

async function readWithoutBodies(client: Client, { id }: DeliveryRow): Promise<Delivery> {
  const path = `/sandbox/deliveries/${encodeURIComponent(id)}?body_limit=0`
  return (await client.get<{ delivery: Delivery }>(path, 'delivery')).delivery
}
