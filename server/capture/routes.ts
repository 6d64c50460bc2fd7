import { z } from 'zod'
import { listRoute } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import { bodyLimitQuery, bytesAnswer, signedWithin } from '../body/body-limit.ts'
import type { Search } from '../database/search.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import { signedContent } from '../verification/verify.ts'
import * as wire from '../wire.ts'
import type { Explainer } from './explainer.ts'
import { requestedUrl } from './judge.ts'
import { keptBody } from './kept-body.ts'
import type { CaptureStore } from './store.ts'

export function captureRoutes({
  captures,
  recipes,
  search,
  explainer,
}: {
  captures: CaptureStore
  explainer: Explainer
  recipes: Recipes
  search: Search
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
      success: { status: 200, description: 'The bytes as they were received', schema: 'bytes' },
      errors: ['capture_unknown', 'body_not_kept'],
      run({ params }) {
        const { body } = keptBody(captures, params.id ?? '')
        return bytesAnswer(body)
      },
    }),
  ]
}
