/** The deliveries that a command waited for as cases of its reports. */
import { judgeRows, tellingRows } from '../findings/advice.ts'
import type { ReportCase } from '../reports/report.ts'
import type { DeliveryRow } from '../wire.ts'
import { whyNotJudged } from '../words/delivery.ts'
import { headline } from '../words/delivery-lines.ts'
import { textOf } from '../words/spans.ts'
import { fromIso } from '../words/time.ts'
import type { Client } from './client.ts'
import { readDelivery } from './deliveries.ts'
import { explainedLines } from './delivery-detail.ts'
import { inGroups } from './ends.ts'

/** How many failed deliveries are explained. Each costs some requests, and the first explain the others. */
const explainedAtMost = 50

/** One case for each delivery. A failed one carries the cause and the fix, as the command prints them. */
export async function deliveryCases(
  suite: string,
  rows: readonly DeliveryRow[],
  { client }: { client: Client },
): Promise<ReportCase[]> {
  const { open, bad, unjudged } = judgeRows(rows)
  const failed = [...bad, ...open]
  const toRead = [
    ...failed.slice(0, explainedAtMost),
    ...tellingRows(rows).filter((row) => !failed.includes(row)),
  ]
  const read = new Map(
    await inGroups(toRead, async ({ id }) => {
      const { delivery } = await readDelivery(client, id)
      const isWrong = delivery.findings.some(({ says }) => says === 'wrong')
      const lines = await explainedLines(client, delivery, false)
      return [id, { isWrong, details: lines.slice(1).map(textOf).join('\n').trim() }] as const
    }),
  )
  return rows.map((row) => {
    const { id, event, url, state, reason_code } = row
    const { isWrong = false, details = `Show it with: ${client.command(`deliveries ${id}`)}` } =
      read.get(id) ?? {}
    const one = { suite, name: `${event} to ${url}`, ms: tookMs(row) }
    if (unjudged.includes(row)) return { ...one, status: 'skipped', message: whyNotJudged }
    if (!failed.includes(row) && !isWrong) return { ...one, status: 'passed' }
    return {
      ...one,
      status: 'failed',
      message: textOf(headline(row)),
      code: reason_code ?? state,
      details,
    }
  })
}

/** By the clock of the sandbox; of a delivery that waits for its retry, the last attempt alone. */
const tookMs = ({ created_at, finished_at, last_duration_ms }: DeliveryRow): number =>
  finished_at === null
    ? (last_duration_ms ?? 0)
    : ((fromIso(finished_at) ?? 0) - (fromIso(created_at) ?? 0)) / 1000
