import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../clock/clock.ts'
import type { Failure } from '../../failures.ts'
import { createHolding, type Holding } from '../../http/holding.ts'
import type { Outside } from '../../outside.ts'
import { pairsOf } from '../../wire/header-pairs.ts'
import type { ChosenReply } from './chosen.ts'
import type { Facts } from './render.ts'

/** A slow body leaves in pieces about so far apart, in ms. */
const paceMs = 50

/** Who waits for an answer, and in which world it was decided. */
interface Asked {
  response: ServerResponse
  world: number
}

/** Gives the answers that were chosen. */
export function createAnswering({ clock, outside }: { clock: Clock; outside: Outside }) {
  const delays = createHolding(outside)
  const hangs = createHolding(outside)

  /** Waits for so long, or until the sender has gone; whether the answer is still wanted. */
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

  /** Until the sender has gone, or at least has no more to say. */
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
    /** In which world an answer is decided; taken in the transaction, since a reset may be part of the same commit. */
    world: delays.world,
    async answer(asked: Asked, reply: ChosenReply, facts: Facts) {
      const { response } = asked
      if (reply.delayMs > 0 && !(await waited(delays, reply.delayMs, asked))) return
      if (reply.outcome === 'reset') return void response.socket?.resetAndDestroy()
      if (reply.outcome === 'hang') return hang(asked)
      if (reply.passed) return givePassed(response, reply.status, reply.passed)
      // Of the sandbox's own time: what is recorded of an answer is the same each time.
      const date = dateOf(clock.now())
      if (isBodiless(reply.status)) {
        // It alone is framed like any other answer (RFC 9110, 15.3.6).
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
    /** Ends what is never answered. */
    endHangs: hangs.stop,
    /** Cuts what is held back: the database is emptied. */
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
/** A time in microseconds as HTTP writes it; most answers are given in the second of the one before. */
function dateOf(time: number): string {
  const second = Math.floor(time / 1_000_000)
  if (second !== datedSecond) [datedSecond, dateText] = [second, new Date(second * 1000).toUTCString()]
  return dateText
}

/** By RFC 9110, 15: whatever is set for them, no body follows. */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

/** The body of an answer, and its type where the answer itself says none. */
function bodyOf(reply: ChosenReply, facts: Facts): { body: Buffer | string; type?: string } {
  const { body } = reply
  // As bytes: Node would write headers in the coding of a text that leaves with them.
  if (body !== null) return { body: typeof body === 'string' ? Buffer.from(body) : body }
  return { body: `${JSON.stringify({ capture_id: facts.captureId })}\n`, type: 'application/json' }
}

const policy = 'content-security-policy'

/**
 * Has a browser that shows the answer take it for a page of no origin. It may hold what a link has put into it, such as a challenge
 * that is told back, and a script on the sandbox's own origin may do all that its page may.
 */
function containing({ headers }: IncomingMessage): string[] {
  const { 'sec-fetch-dest': wantedFor = 'empty', 'upgrade-insecure-requests': isShown } = headers
  // Over HTTP from another machine a browser says no more than the second.
  if (wantedFor === 'empty' && isShown === undefined) return []
  return [policy, 'sandbox allow-forms allow-modals allow-popups allow-scripts']
}

/** Those of the reply, in their order and as often as they stand there, count before our own, which stand in a flat list. */
function writeHead(
  response: ServerResponse,
  { status, headers }: ChosenReply,
  general: string[],
): ServerResponse {
  const own = [...general, ...containing(response.req)]
  if (headers.length === 0) return response.writeHead(status, own)
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  // Of several policies each holds.
  const others = pairsOf(own).filter(([name]) => name === policy || !names.has(name))
  return response.writeHead(status, [...others, ...headers].flat())
}

/** As it was answered there: Node adds nothing but what frames it. */
function givePassed(
  response: ServerResponse,
  status: number,
  { reason, headers, body, trailers }: NonNullable<ChosenReply['passed']>,
) {
  response.sendDate = false
  // An answer of a told length has no place for them, and neither has one to HTTP/1.0 or to HEAD.
  const { method, httpVersion } = response.req
  const hasLength = headers.some(([name]) => name.toLowerCase() === 'content-length')
  const hasPlace = httpVersion === '1.1' && method !== 'HEAD' && !hasLength && !isBodiless(status)
  const told = hasPlace ? trailers : []
  const names = [...new Set(told.map(([name]) => name))]
  const naming = names.length > 0 ? ['Trailer', names.join(', ')] : []
  // Its body is left out, so that the length of it must not be told: the next answer would be read as that body.
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
