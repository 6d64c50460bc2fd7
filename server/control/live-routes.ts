import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { z } from 'zod'
import { readQuery } from '../api/read.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { Failure, fail, toFailure } from '../failures.ts'
import { livePath } from '../live/socket.ts'
import { queryNumber } from '../schema/fields.ts'
import * as wire from '../wire.ts'

const query = z.strictObject({
  since: queryNumber('must be a whole number: the seq of the last frame that came', 0).optional().meta({
    description: 'What came after the frame of this number is told first; without it, only what comes',
  }),
})

/** The live socket as a row of the API: what it sends, and what a request is answered that does not ask for a WebSocket. */
export function liveRoutes({ baseUrl }: { baseUrl(): string }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/live',
      operationId: 'live',
      summary: 'A WebSocket that tells what happens as it happens: numbered frames, in order, none twice',
      query,
      success: {
        status: 101,
        description:
          'From here on each message is a JSON array of frames. The first is a `hello`. What is sent to it counts for nothing; who reads too slowly is cut off, and comes back with `since`.',
        schema: z.array(wire.frame),
      },
      errors: ['upgrade_required'],
      run() {
        const failure = new Failure(
          'upgrade_required',
          `GET ${livePath} is a WebSocket.`,
          `Open it as one, such as by new WebSocket('${baseUrl().replace(/^http/, 'ws')}${livePath}').`,
        )
        // RFC 9110, 15.5.22: it has to say to what.
        return Response.json(failure.body(), { status: failure.status, headers: { upgrade: 'websocket' } })
      },
    }),
  ]
}

/** What is missing in the head of a request that asks for a WebSocket (RFC 6455, 4.2.1), undefined where nothing is. */
function lackingIn({ 'sec-websocket-key': key = '', 'sec-websocket-version': version }: IncomingHttpHeaders) {
  if (version !== '13') return 'Sec-WebSocket-Version: 13'
  return /^[+/0-9A-Za-z]{22}==$/.test(key) ? undefined : 'a Sec-WebSocket-Key of 16 bytes in base64'
}

/** What a client asks of the socket, or why that is refused. */
export function askedOf({
  url = '',
  headers,
}: IncomingMessage): z.output<typeof query> | { refused: Failure } {
  try {
    const lacking = lackingIn(headers)
    if (lacking !== undefined)
      fail(
        'upgrade_required',
        `GET ${livePath} is a WebSocket, and this opens none: it lacks ${lacking}.`,
        'Open it by a client of WebSockets, which sends what belongs to it.',
      )
    return readQuery(query, new URL(url, 'http://sandbox').searchParams)
  } catch (error) {
    return { refused: toFailure(error) }
  }
}
