import { z } from 'zod'
import { type ControlRoute, route } from '../control/route.ts'
import * as wire from '../wire.ts'
import { decodeBody } from './decode/decode.ts'
import { captureDiff } from './diff/diff.ts'
import { keptBody } from './kept-body.ts'
import type { CaptureStore } from './store.ts'

/** What can be made of captures that lie there: bodies decoded, two compared. */
export function readingRoutes({ captures }: { captures: CaptureStore }): ControlRoute[] {
  /** Large bodies one after the other, so that many who ask cost the memory of one. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  return [
    route({
      method: 'GET',
      path: '/captures/{id}/decoded',
      operationId: 'getCaptureDecoded',
      summary: 'A body as it is meant: content codings undone, read by its charset, taken apart by its type',
      success: { status: 200, description: 'The body', schema: z.object({ decoded: wire.decodedBody }) },
      errors: ['capture_unknown', 'body_not_kept'],
      run: ({ params }) =>
        inTurn(async () => {
          const { capture, body } = keptBody(captures, params.id ?? '')
          return { decoded: await decodeBody({ headers: capture.headers, body, cut: capture.body_cut }) }
        }),
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/diff',
      operationId: 'diffCaptures',
      summary: 'What is different between two captures: request line, headers, JSON by path, bytes',
      query: z.strictObject({
        with: z.string().min(1).meta({ description: 'The id of the other, which is taken as the later' }),
      }),
      success: { status: 200, description: 'The differences', schema: z.object({ diff: wire.captureDiff }) },
      errors: ['capture_unknown', 'body_not_kept', 'invalid_query'],
      run: ({ params, query }) =>
        inTurn(async () => ({
          diff: await captureDiff(keptBody(captures, params.id ?? ''), keptBody(captures, query.with)),
        })),
    }),
  ]
}
