import { z } from 'zod'
import { filterFields, meantFields } from '../api/lists.ts'
import { changeAll } from '../api/many.ts'
import { type ControlRoute, route } from '../api/route.ts'
import type { Filters } from '../database/asking.ts'
import { readTerms } from '../database/query.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { CaptureRow } from '../wire.ts'
import { createMatching, type MatchingNeeds } from './matching.ts'
import type { CaptureStore } from './store.ts'

/** Whether pinned ones are asked for by name. */
const asksForPinned = ({ pinned, q }: Filters) =>
  pinned === 'true' ||
  readTerms(q ?? '').some(({ name, value, negated }) => name === 'pinned' && value === 'true' && !negated)

const pinnings = [
  {
    pin: true,
    would: 'pinned',
    path: '/captures/pin',
    operationId: 'pinCaptures',
    summary: 'Pin every capture that matches, so that it outlives retention',
  },
  {
    pin: false,
    would: 'unpinned',
    path: '/captures/unpin',
    operationId: 'unpinCaptures',
    summary: 'Take the pin off every capture that matches',
  },
]

/** Pins and deletes every capture that matches. */
export function keepManyRoutes(
  needs: MatchingNeeds & { captures: CaptureStore; writer: Writer },
): ControlRoute[] {
  const { captures, writer } = needs
  const { meant } = createMatching(needs)
  const body = z.strictObject({ ...filterFields(captures.list), ...meantFields })

  const change = (
    pages: AsyncIterable<CaptureRow[]>,
    work: (tx: Transaction, row: CaptureRow) => true | undefined,
  ) => changeAll(pages, { writer, at: captures.rowAt }, work)

  return [
    ...pinnings.map(({ pin, would, ...named }) =>
      route({
        method: 'POST',
        ...named,
        body,
        success: {
          status: 200,
          description: 'How many were changed; `skipped` were so already',
          schema: z.object({ counts: z.object({ captures: z.int(), skipped: z.int() }) }),
        },
        async run({ body: asked, signal }) {
          const { done, skipped } = await change(
            await meant(asked, { signal: signal(), would }),
            (tx, { id, pinned }) => {
              const capture = pinned === pin ? undefined : captures.find(id)
              if (capture === undefined) return undefined
              tx.announce('capture', captures.keep(capture, { pinned: pin, note: capture.note }))
              return true
            },
          )
          return { counts: { captures: done, skipped } }
        },
      }),
    ),
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
        const { done, skipped: kept } = await change(
          await meant(asked, { signal: signal(), would: 'deleted' }),
          (tx, { id, seq, pinned }) => {
            if (pinned && !takesPinned) return undefined
            captures.remove(seq)
            tx.announce('capture', () => ({ id, deleted: true }))
            return true
          },
        )
        return { counts: { captures: done, kept } }
      },
    }),
  ]
}
