/** Sends the chosen replies, with their delays, paces and failures. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../clock/clock.ts'
import type { Failure } from '../../failures.ts'
import { createHolding, type Holding } from '../../http/holding.ts'
import type { Outside } from '../../outside.ts'
import { pairsOf } from '../../wire/header-pairs.ts'
import type { ChosenReply } from './chosen.ts'
import type { Facts } from './render.ts'

/** The interval between the pieces of a slow body, in ms. */
const paceMs = 50

/** The waiting client, and the generation in which the reply was decided. */
interface Asked {
  response: ServerResponse
  world: number
}

/** Sends the replies that were chosen. */
export function createAnswering({ clock, outside }: { clock: Clock; outside: Outside }) {
  const delays = createHolding(outside)
  const hangs = createHolding(outside)

  /** Waits for `ms`, or until the client disconnects. Resolves to whether the reply is still wanted. */
  async function waited(holding: Holding, ms: number | null, { response, world }: Asked): Promise<boolean> {
    if (response.destroyed) return false
    const held = holding.begin(ms, world)
    response.once('close', held.end)
    await held.over
    response.off('close', held.end)
    if (held.counts() && !response.destroyed) return true
    response.destroy()
    return false
  }

  /** Waits until the client disconnects or finishes sending. */
  async function hang(asked: Asked): Promise<void> {
    const { socket } = asked.response.req
    const leave = () => asked.response.destroy()
    if (socket.readableEnded) return void leave()
    socket.once('end', leave)
    await waited(hangs, null, asked)
    socket.off('end', leave)
  }

  async function spread(asked: Asked, body: Buffer, ms: number) {
    const { response } = asked
    response.flushHeaders()
    const pieces = Math.max(1, Math.min(body.length, Math.ceil(ms / paceMs)))
    for (let piece = 1; piece <= pieces; piece++) {
      if (!(await waited(delays, ms / pieces, asked))) return
      const [from, to] = [piece - 1, piece].map((n) => Math.round((n * body.length) / pieces))
      response.write(body.subarray(from, to))
    }
    response.end()
  }

  return {
    /**
     * The generation in which a reply is decided. Read it within the transaction, since a reset may be part of the same
     * commit.
     */
    world: delays.world,
    async answer(asked: Asked, reply: ChosenReply, facts: Facts) {
      const { response } = asked
      if (reply.delayMs > 0 && !(await waited(delays, reply.delayMs, asked))) return
      if (reply.outcome === 'reset') return void response.socket?.resetAndDestroy()
      if (reply.outcome === 'hang') return hang(asked)
      if (reply.passed) return givePassed(response, reply.status, reply.passed)
      // The sandbox's own time, so that recorded replies are reproducible.
      const date = dateOf(clock.now())
      if (isBodiless(reply.status)) {
        // Unlike 204 and 304, status 205 has a length (RFC 9110, 15.3.6).
        const framed = reply.status === 205 ? ['content-length', '0'] : []
        return void writeHead(response, reply, ['date', date, ...framed]).end()
      }
      const { body, type } = bodyOf(reply, facts)
      const typed = type === undefined ? ['date', date] : ['date', date, 'content-type', type]
      writeHead(response, reply, [...typed, 'content-length', String(Buffer.byteLength(body))])
      const isSlow = reply.bodyMs > 0 && body.length > 0 && response.req.method !== 'HEAD'
      if (isSlow) await spread(asked, Buffer.from(body), reply.bodyMs)
      else response.end(body)
    },
    /** Ends the requests that hang on purpose. */
    endHangs: hangs.stop,
    /** Ends delayed replies, because the database is emptied. */
    forget() {
      delays.forget()
      hangs.forget()
    },
    /** As {@link forget}, for good. */
    stop() {
      delays.stop()
      hangs.stop()
    },
  }
}

let [datedSecond, dateText] = [Number.NaN, '']
/** A time in microseconds as an HTTP date. Cached, since most replies share a second with the one before. */
function dateOf(time: number): string {
  const second = Math.floor(time / 1_000_000)
  if (second !== datedSecond) [datedSecond, dateText] = [second, new Date(second * 1000).toUTCString()]
  return dateText
}

/** These statuses never have a body (RFC 9110, 15). */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

/** The body of a reply, and its type if the reply does not set one. */
function bodyOf(reply: ChosenReply, facts: Facts): { body: Buffer | string; type?: string } {
  const { body } = reply
  // As bytes: Node would encode headers like a text that is sent with them.
  if (body !== null) return { body: typeof body === 'string' ? Buffer.from(body) : body }
  return { body: `${JSON.stringify({ capture_id: facts.captureId })}\n`, type: 'application/json' }
}

const policy = 'content-security-policy'

/**
 * Makes a browser treat the reply as a page without an origin. The reply may contain text from a link, such as an echoed
 * challenge, and a script on the sandbox's origin could do all that the page may.
 */
function containing({ headers }: IncomingMessage): string[] {
  const { 'sec-fetch-dest': wantedFor = 'empty', 'upgrade-insecure-requests': isShown } = headers
  // Over plain HTTP from another machine, a browser only sends the second header.
  if (wantedFor === 'empty' && isShown === undefined) return []
  return [policy, 'sandbox allow-forms allow-modals allow-popups allow-scripts']
}

/** Headers of the reply, in order and repetition, take precedence over the sandbox's own, which are a flat list. */
function writeHead(
  response: ServerResponse,
  { status, headers }: ChosenReply,
  general: string[],
): ServerResponse {
  const own = [...general, ...containing(response.req)]
  if (headers.length === 0) return response.writeHead(status, own)
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  // If there are several policies, all of them apply.
  const others = pairsOf(own).filter(([name]) => name === policy || !names.has(name))
  return response.writeHead(status, [...others, ...headers].flat())
}

/** As received: Node only adds framing. */
function givePassed(
  response: ServerResponse,
  status: number,
  { reason, headers, body, trailers }: NonNullable<ChosenReply['passed']>,
) {
  response.sendDate = false
  // Trailers need a chunked response, which a known length, HTTP/1.0 and HEAD exclude.
  const { method, httpVersion } = response.req
  const hasLength = headers.some(([name]) => name.toLowerCase() === 'content-length')
  const hasPlace = httpVersion === '1.1' && method !== 'HEAD' && !hasLength && !isBodiless(status)
  const told = hasPlace ? trailers : []
  const names = [...new Set(told.map(([name]) => name))]
  const naming = names.length > 0 ? ['Trailer', names.join(', ')] : []
  // The body is left out, so its length must be too. Otherwise the next response would be read as the body.
  const framed =
    status === 205
      ? [...headers.filter(([name]) => name.toLowerCase() !== 'content-length').flat(), 'content-length', '0']
      : headers.flat()
  response.writeHead(status, reason, [...framed, ...naming, ...containing(response.req)])
  if (told.length > 0) response.addTrailers(told)
  response.end(isBodiless(status) ? undefined : body)
}

export function answerFailure(response: ServerResponse, failure: Failure) {
  if (response.headersSent) return void response.destroy()
  response.writeHead(failure.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(failure.body()))
}
export type Answering = ReturnType<typeof createAnswering>
