import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import * as wire from '../wire.ts'
import type { CaptureStore } from './store.ts'

const longestNote = 10_000
const noteForm = `must be text of at most ${longestNote} characters, or null`

/** Pins, notes, and letting one capture go. */
export function keepRoutes({ captures, writer }: { captures: CaptureStore; writer: Writer }): ControlRoute[] {
  const unknown = (id: string) => failUnknown('capture_unknown', id)
  const change = (id: string, work: (tx: Transaction, capture: wire.Capture) => void) =>
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
      summary: 'Pin a capture, so that it outlives retention, or write a note on it',
      body: z.strictObject({
        pinned: z.boolean('must be true or false').optional(),
        note: z.string(noteForm).max(longestNote, noteForm).nullable().optional(),
      }),
      success: { status: 200, description: 'The capture', schema: z.object({ capture: wire.capture }) },
      errors: ['capture_unknown'],
      run: ({ params: { id = '' }, body: { pinned, note } }) =>
        change(id, (tx, capture) => {
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
      summary: 'Delete a capture and what was exchanged with it',
      success: { status: 200, description: 'What it was', schema: z.object({ capture: wire.capture }) },
      errors: ['capture_unknown'],
      run: ({ params: { id = '' } }) =>
        change(id, (tx, { seq }) => {
          captures.remove(seq)
          tx.announce('capture', () => ({ id, deleted: true }))
        }),
    }),
  ]
}
