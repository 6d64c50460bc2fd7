/** The routes that pin, annotate and delete captures. */
import { z } from 'zod'
import { filterFields, meantFields } from '../api/lists.ts'
import { changeAll } from '../api/many.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import type { Filters } from '../database/asking.ts'
import { readTerms } from '../database/query.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import * as wire from '../wire.ts'
import { createMatching, type MatchingNeeds } from './matching.ts'

const longestNote = 10_000
const noteForm = `must be text of at most ${longestNote} characters, or null`

/** Whether the filters explicitly include pinned captures. */
const asksForPinned = ({ pinned, q }: Filters) =>
  pinned === 'true' ||
  readTerms(q ?? '').some(({ name, value, negated }) => name === 'pinned' && value === 'true' && !negated)

const pinnings = [
  {
    pin: true,
    would: 'pinned',
    path: '/captures/pin',
    operationId: 'pinCaptures',
    summary: 'Pin every capture that matches',
    description: 'Retention does not delete pinned captures.',
  },
  {
    pin: false,
    would: 'unpinned',
    path: '/captures/unpin',
    operationId: 'unpinCaptures',
    summary: 'Unpin every capture that matches',
  },
]

/** The acts on one capture or on all that match. */
export function keepRoutes(needs: MatchingNeeds & { writer: Writer }): ControlRoute[] {
  const { captures, writer } = needs
  const { meant } = createMatching(needs)
  const body = z.strictObject({ ...filterFields(captures.list), ...meantFields })

  const changeMany = (
    pages: AsyncIterable<wire.CaptureRow[]>,
    work: (tx: Transaction, row: wire.CaptureRow) => true | undefined,
  ) => changeAll(pages, { writer, at: captures.rowAt }, work)

  const unknown = (id: string) => failUnknown('capture_unknown', id)
  const changeOne = (id: string, work: (tx: Transaction, capture: wire.Capture) => void) =>
    writer.write((tx) => {
      const capture = captures.find(id) ?? unknown(id)
      work(tx, capture)
      return { capture: captures.find(id) ?? capture }
    })

  return [
    route({
      method: 'PATCH',
      path: '/captures/{id}',
      operationId: 'keepCapture',
      summary: 'Pin a capture or write a note on it',
      description: 'Retention does not delete pinned captures.',
      body: z.strictObject({
        pinned: z.boolean('must be true or false').optional(),
        note: z.string(noteForm).max(longestNote, noteForm).nullable().optional(),
      }),
      success: { status: 200, description: 'The capture', schema: z.object({ capture: wire.capture }) },
      errors: ['capture_unknown'],
      run: ({ params: { id = '' }, body: { pinned, note } }) =>
        changeOne(id, (tx, capture) => {
          tx.announce(
            'capture',
            captures.keep(capture, {
              pinned: pinned ?? capture.pinned,
              note: note === undefined ? capture.note : note?.trim() || null,
            }),
          )
        }),
    }),
    route({
      method: 'DELETE',
      path: '/captures/{id}',
      operationId: 'deleteCapture',
      summary: 'Delete a capture and its exchanges',
      success: {
        status: 200,
        description: 'The deleted capture',
        schema: z.object({ capture: wire.capture }),
      },
      errors: ['capture_unknown'],
      run: ({ params: { id = '' } }) =>
        changeOne(id, (tx, { seq }) => {
          captures.remove(seq)
          tx.announce('capture', () => ({ id, deleted: true }))
        }),
    }),
    ...pinnings.map(({ pin, would, ...named }) =>
      route({
        method: 'POST',
        ...named,
        body,
        success: {
          status: 200,
          description: 'How many captures changed; `skipped` already had the value',
          schema: z.object({ counts: z.object({ captures: z.int(), skipped: z.int() }) }),
        },
        async run({ body: asked, signal }) {
          const { done, skipped } = await changeMany(
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
      summary: 'Delete every capture that matches, with its exchanges',
      description: 'Pinned captures are kept unless a filter asks for them.',
      body,
      success: {
        status: 200,
        description: 'How many captures were deleted; `kept` are pinned',
        schema: z.object({ counts: z.object({ captures: z.int(), kept: z.int() }) }),
      },
      async run({ body: asked, signal }) {
        const takesPinned = asksForPinned(asked as Filters)
        const { done, skipped: kept } = await changeMany(
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
