import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import { decodeBody } from '../body/decode/decode.ts'
import { fail } from '../failures.ts'
import type { OneAtATime } from '../memory/one-at-a-time.ts'
import * as wire from '../wire.ts'
import { captureDiff } from './diff/diff.ts'
import type { ExchangeStore } from './exchanges/store.ts'
import { keptBody, whyCut } from './kept-body.ts'
import type { CaptureStore } from './store.ts'

/** What can be made of captures that lie there: bodies decoded, two compared. */
export function readingRoutes({
  captures,
  exchanges,
  inTurn,
}: {
  captures: CaptureStore
  exchanges: ExchangeStore
  inTurn: OneAtATime
}): ControlRoute[] {
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
          return { decoded: await decodeBody({ headers: capture.headers, body, cut: whyCut(capture) }) }
        }),
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/exchanges/{exchange}/response/decoded',
      operationId: 'getExchangeResponseDecoded',
      summary: 'As for a capture, the body of what it was answered with where it was passed on or sent again',
      success: { status: 200, description: 'The body', schema: z.object({ decoded: wire.decodedBody }) },
      errors: ['capture_unknown', 'exchange_unknown', 'exchange_unanswered'],
      run: ({ params: { id = '', exchange = '' } }) =>
        inTurn(async () => {
          const { seq } = captures.rowOf(id) ?? failUnknown('capture_unknown', id)
          const found =
            exchanges.answerOf(seq, exchange) ??
            fail('exchange_unknown', `${id} has no exchange of the id ${exchange}.`)
          const answer = found.answer ?? fail('exchange_unanswered', `${exchange} has no answer.`)
          return { decoded: await decodeBody(answer) }
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
      errors: ['capture_unknown', 'body_not_kept'],
      run: ({ params, query }) =>
        inTurn(async () => ({
          diff: await captureDiff(keptBody(captures, params.id ?? ''), keptBody(captures, query.with)),
        })),
    }),
  ]
}
