/** Describes the live socket as a route, and answers requests to it that are not valid WebSocket requests. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { z } from 'zod'
import { readQuery } from '../api/read.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { Failure, fail, toFailure } from '../failures.ts'
import { livePath } from '../live/socket.ts'
import { queryNumber } from '../schema/fields.ts'
import * as wire from '../wire.ts'

const query = z.strictObject({
  since: queryNumber('must be a whole number: the seq of the last frame that you received', 0)
    .optional()
    .meta({
      description: 'The socket first sends the frames after this number; without it, only new frames',
    }),
})

/** The live socket as a row of the API: what it sends, and how it answers a request for anything but a WebSocket. */
export function liveRoutes({ baseUrl }: { baseUrl(): string }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/live',
      operationId: 'live',
      summary: 'A WebSocket that reports changes as they happen',
      description: 'Numbered frames, in order, without duplicates.',
      query,
      success: {
        status: 101,
        description:
          'After the handshake each message is a JSON array of frames. The first frame is a `hello`. The socket ignores messages from the client. It disconnects a client that reads too slowly; reconnect with `since`.',
        schema: z.array(wire.frame),
      },
      errors: ['upgrade_required'],
      run() {
        const failure = new Failure(
          'upgrade_required',
          `GET ${livePath} is a WebSocket.`,
          `Open a WebSocket, for example with new WebSocket('${baseUrl().replace(/^http/, 'ws')}${livePath}').`,
        )
        // RFC 9110, 15.5.22: the response must name the protocol.
        return Response.json(failure.body(), { status: failure.status, headers: { upgrade: 'websocket' } })
      },
    }),
  ]
}

/** What a request for a WebSocket lacks (RFC 6455, 4.2.1), or undefined. */
function lackingIn({ 'sec-websocket-key': key = '', 'sec-websocket-version': version }: IncomingHttpHeaders) {
  if (version !== '13') return 'Sec-WebSocket-Version: 13'
  return /^[+/0-9A-Za-z]{22}==$/.test(key) ? undefined : 'a Sec-WebSocket-Key of 16 bytes in base64'
}

/** What a client asks of the socket, or why the socket refuses. */
export function askedOf({
  url = '',
  headers,
}: IncomingMessage): z.output<typeof query> | { refused: Failure } {
  try {
    const lacking = lackingIn(headers)
    if (lacking !== undefined)
      fail(
        'upgrade_required',
        `GET ${livePath} is a WebSocket, and this handshake is incomplete: it lacks ${lacking}.`,
        'Use a WebSocket client, which sends the required headers.',
      )
    return readQuery(query, new URL(url, 'http://sandbox').searchParams)
  } catch (error) {
    return { refused: toFailure(error) }
  }
}
