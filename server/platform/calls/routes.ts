/** The routes that show calls. */
import { z } from 'zod'
import { listRoute } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import { bodyLimitQuery } from '../../body/body-limit.ts'
import type { Search } from '../../database/search.ts'
import * as wire from '../../wire.ts'
import type { CallStore } from './store.ts'

export function callRoutes({ calls, search }: { calls: CallStore; search: Search }): ControlRoute[] {
  return [
    listRoute({
      path: '/calls',
      operationId: 'listCalls',
      summary: 'Calls to the emulated API, newest first',
      row: wire.callRow,
      list: calls.list,
      search,
    }),
    route({
      method: 'GET',
      path: '/calls/{id}',
      operationId: 'getCall',
      summary: 'One call with its request and response',
      success: { status: 200, description: 'The call', schema: z.object({ call: wire.call }) },
      query: bodyLimitQuery,
      errors: ['call_unknown'],
      run: ({ params, query }) => ({
        call: calls.find(params.id ?? '', query.body_limit) ?? failUnknown('call_unknown', params.id),
      }),
    }),
  ]
}
