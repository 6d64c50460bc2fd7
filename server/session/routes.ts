/** The route that exports the recorded session. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import type { Writer } from '../database/writer.ts'
import { streamed } from '../memory/streamed.ts'
import { session } from './session.ts'

export function sessionRoutes(needs: { writer: Writer; written(): Generator<string> }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/session',
      operationId: 'getSession',
      summary: 'The requests from outside since the start or the last reset, and their results',
      description: 'Includes secrets.',
      success: { status: 200, description: 'The recorded session', schema: z.object({ session }) },
      async run() {
        // Commits recent inputs first.
        await needs.writer.write(() => {})
        return new Response(streamed(needs.written()), { headers: { 'content-type': 'application/json' } })
      },
    }),
  ]
}
