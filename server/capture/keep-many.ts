import { z } from 'zod'
import { filterFields, meantFields } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import type { Filters } from '../database/asking.ts'
import { readTerms } from '../database/query.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { CaptureRow } from '../wire.ts'
import { createMatching, type MatchingNeeds } from './matching.ts'
import type { CaptureStore } from './store.ts'

/** Captures changed in one transaction, so that nobody waits long for it. */
const batch = 50

/** Whether pinned ones are asked for by name. */
const asksForPinned = ({ pinned, q }: Filters) =>
  pinned === 'true' ||
  readTerms(q ?? '').some(({ name, value, negated }) => name === 'pinned' && value === 'true' && !negated)

/** Pins and deletes every capture that matches. */
export function keepManyRoutes(
  needs: MatchingNeeds & { captures: CaptureStore; writer: Writer },
): ControlRoute[] {
  const { captures, writer } = needs
  const matching = createMatching(needs)
  const body = z.strictObject({ ...filterFields(captures.list), ...meantFields })

  /** Does something to all that match, a few at a time; answers to how many it was done. */
  async function toAll(
    rows: AsyncIterable<CaptureRow>,
    work: (tx: Transaction, row: CaptureRow) => boolean,
  ): Promise<{ done: number; left: number }> {
    let [done, left] = [0, 0]
    let some: CaptureRow[] = []
    const flush = async () => {
      const going = some
      some = []
      // One may have gone meanwhile.
      const worked = await writer.write((tx) =>
        going.flatMap(({ id, seq }) => {
          const row = captures.rowOf(id)
          return row?.seq === seq ? [work(tx, row)] : []
        }),
      )
      done += worked.filter(Boolean).length
      left += worked.filter((one) => !one).length
    }
    for await (const row of rows) if (some.push(row) >= batch) await flush()
    await flush()
    return { done, left }
  }

  const pinned = {
    body,
    success: {
      status: 200,
      description: 'How many were changed; `skipped` were so already',
      schema: z.object({ counts: z.object({ captures: z.int(), skipped: z.int() }) }),
    },
  } as const

  async function pinAll(rows: AsyncIterable<CaptureRow>, pinned: boolean) {
    const { done, left } = await toAll(rows, (tx, { id, pinned: before }) => {
      const capture = before === pinned ? undefined : captures.find(id)
      if (capture === undefined) return false
      tx.announce('capture', captures.keep(capture, { pinned, note: capture.note }))
      return true
    })
    return { counts: { captures: done, skipped: left } }
  }

  return [
    route({
      method: 'POST',
      path: '/captures/pin',
      operationId: 'pinCaptures',
      summary: 'Pin every capture that matches, so that it outlives retention',
      ...pinned,
      run: async ({ body: asked, signal }) =>
        pinAll(await matching(asked, { signal: signal(), would: 'pinned' }), true),
    }),
    route({
      method: 'POST',
      path: '/captures/unpin',
      operationId: 'unpinCaptures',
      summary: 'Take the pin off every capture that matches',
      ...pinned,
      run: async ({ body: asked, signal }) =>
        pinAll(await matching(asked, { signal: signal(), would: 'unpinned' }), false),
    }),
    route({
      method: 'POST',
      path: '/captures/delete',
      operationId: 'deleteCaptures',
      summary:
        'Delete every capture that matches and what was exchanged with it; pinned ones stay unless pinned is asked for',
      body,
      success: {
        status: 200,
        description: 'How many were deleted; `kept` are pinned',
        schema: z.object({ counts: z.object({ captures: z.int(), kept: z.int() }) }),
      },
      async run({ body: asked, signal }) {
        const takesPinned = asksForPinned(asked as Filters)
        const { done, left } = await toAll(
          await matching(asked, { signal: signal(), would: 'deleted' }),
          (tx, { id, seq, pinned }) => {
            if (pinned && !takesPinned) return false
            captures.remove(seq)
            tx.announce('capture', () => ({ id, deleted: true }))
            return true
          },
        )
        return { counts: { captures: done, kept: left } }
      },
    }),
  ]
}
