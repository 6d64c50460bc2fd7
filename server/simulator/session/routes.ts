import { z } from 'zod'
import { type ControlRoute, route } from '../../control/route.ts'
import type { Writer } from '../../database/writer.ts'
import { session } from './session.ts'

export function sessionRoutes(needs: { writer: Writer; written(): Generator<string> }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/session',
      operationId: 'getSession',
      summary:
        'What was asked from outside since the start or the last reset, and what came of it; secrets included',
      success: { status: 200, description: 'The recorded session', schema: z.object({ session }) },
      errors: [],
      async run() {
        // What was asked a moment ago is written down first.
        await needs.writer.write(() => {})
        const pieces = needs.written()
        const encoder = new TextEncoder()
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const { value, done } = pieces.next()
            if (done) controller.close()
            else controller.enqueue(encoder.encode(value))
          },
        })
        return new Response(body, { headers: { 'content-type': 'application/json' } })
      },
    }),
  ]
}
