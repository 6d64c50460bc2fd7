import { z } from 'zod'
import { listAnswer, listQuery, pageOf } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import { bodyLimitQuery } from '../../body/body-limit.ts'
import type { Search } from '../../database/search.ts'
import * as wire from '../../wire.ts'
import type { CallStore } from './store.ts'

export function callRoutes({ calls, search }: { calls: CallStore; search: Search }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/calls',
      operationId: 'listCalls',
      summary: 'Calls to the emulated API, newest first',
      query: listQuery(calls.list),
      success: { status: 200, description: 'A page', schema: listAnswer('calls', wire.callRow) },
      errors: ['invalid_query'],
      async run({ query }) {
        const { rows, next } = await pageOf(calls.list, query, search)
        return { calls: rows, next }
      },
    }),
    route({
      method: 'GET',
      path: '/calls/{id}',
      operationId: 'getCall',
      summary: 'One call with its request and answer',
      success: { status: 200, description: 'The call', schema: z.object({ call: wire.call }) },
      query: bodyLimitQuery,
      errors: ['call_unknown', 'invalid_query'],
      run: ({ params, query }) => ({
        call: calls.find(params.id ?? '', query.body_limit) ?? failUnknown('call_unknown', params.id),
      }),
    }),
  ]
}
