/** The routes that show captures. */
import { z } from 'zod'
import { listRoute } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import { bodyLimitQuery, bytesAnswer, signedWithin } from '../body/body-limit.ts'
import { decodeBody } from '../body/decode/decode.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import type { OneAtATime } from '../memory/one-at-a-time.ts'
import type { Outside } from '../outside.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import { signedContent } from '../verification/verify.ts'
import * as wire from '../wire.ts'
import { captureDiff } from './diff/diff.ts'
import type { ExchangeStore } from './exchanges/store.ts'
import type { Explainer } from './explainer.ts'
import { requestedUrl } from './judge.ts'
import { keptBody, whyCut } from './kept-body.ts'
import type { CaptureStore } from './store.ts'

/** Shows captures: the list, one capture, its body as sent or decoded, and the difference between two. */
export function captureRoutes({
  captures,
  exchanges,
  recipes,
  search,
  explainer,
  inTurn,
  outside,
}: {
  captures: CaptureStore
  exchanges: ExchangeStore
  explainer: Explainer
  recipes: Recipes
  search: Search
  inTurn: OneAtATime
  outside: Outside
}): ControlRoute[] {
  function whole(id: string, bodyLimit?: number): wire.Capture {
    const capture = captures.find(id, bodyLimit) ?? failUnknown('capture_unknown', id)
    const { verdict, headers, method, path, query } = capture
    const body = captures.bodyOf(id)
    const scheme = schemeNames.find((name) => name === verdict.scheme)
    if (!scheme || !body) return capture
    const url = requestedUrl({ headers, path, query })
    const signed = signedContent(recipes, { scheme, headers, body, method, url })
    const told = signedWithin(signed, body, bodyLimit ?? body.length)
    return { ...capture, verdict: { ...verdict, signed_content: told } }
  }

  return [
    listRoute({
      path: '/captures',
      operationId: 'listCaptures',
      summary: 'Requests received at endpoints, newest first',
      row: wire.captureRow,
      list: captures.list,
      search,
      explainer,
    }),
    route({
      method: 'GET',
      path: '/captures/{id}',
      operationId: 'getCapture',
      summary: 'One capture with its headers, body and verdict',
      success: { status: 200, description: 'The capture', schema: z.object({ capture: wire.capture }) },
      query: bodyLimitQuery,
      errors: ['capture_unknown'],
      async run({ params, query }) {
        await explainer.caughtUp()
        return { capture: whole(params.id ?? '', query.body_limit) }
      },
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/body',
      operationId: 'getCaptureBody',
      summary: 'The exact bytes of a body',
      success: { status: 200, description: 'The bytes as received', schema: 'bytes' },
      errors: ['capture_unknown', 'body_not_kept'],
      run({ params }) {
        const { body } = keptBody(captures, params.id ?? '')
        return bytesAnswer(body)
      },
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/decoded',
      operationId: 'getCaptureDecoded',
      summary: 'A decoded body',
      description: 'Content codings, charset and type are applied.',
      success: { status: 200, description: 'The body', schema: z.object({ decoded: wire.decodedBody }) },
      errors: ['capture_unknown', 'body_not_kept'],
      run: ({ params }) =>
        inTurn(async () => {
          const { capture, body } = keptBody(captures, params.id ?? '')
          const coded = { headers: capture.headers, body, cut: whyCut(capture) }
          return { decoded: await decodeBody(coded, outside.elapsed) }
        }),
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/exchanges/{exchange}/response/decoded',
      operationId: 'getExchangeResponseDecoded',
      summary: 'The decoded response body of a forward or replay, as for a capture',
      success: { status: 200, description: 'The body', schema: z.object({ decoded: wire.decodedBody }) },
      errors: ['capture_unknown', 'exchange_unknown', 'exchange_unanswered'],
      run: ({ params: { id = '', exchange = '' } }) =>
        inTurn(async () => {
          const { seq } = captures.rowOf(id) ?? failUnknown('capture_unknown', id)
          const found =
            exchanges.answerOf(seq, exchange) ??
            fail('exchange_unknown', `${id} has no exchange ${exchange}.`)
          const answer = found.answer ?? fail('exchange_unanswered', `${exchange} has no response.`)
          return { decoded: await decodeBody(answer, outside.elapsed) }
        }),
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/diff',
      operationId: 'diffCaptures',
      summary: 'The differences between two captures',
      description: 'Request line, headers, JSON by path, bytes.',
      query: z.strictObject({
        with: z
          .string()
          .min(1)
          .meta({ description: 'The id of the other capture, which counts as the later one' }),
      }),
      success: { status: 200, description: 'The differences', schema: z.object({ diff: wire.captureDiff }) },
      errors: ['capture_unknown', 'body_not_kept'],
      run: ({ params, query }) =>
        inTurn(async () => ({
          diff: await captureDiff(
            keptBody(captures, params.id ?? ''),
            keptBody(captures, query.with),
            outside.elapsed,
          ),
        })),
    }),
  ]
}
