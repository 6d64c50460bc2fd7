import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { Failure, toFailure } from '../failures.ts'
import { pairsOf } from '../header-pairs.ts'
import type { Ids } from '../ids.ts'
import type { Outside } from '../outside.ts'
import type { Recorder } from '../simulator/session/recorder.ts'
import { sentHeaders } from '../upgrade.ts'
import { type EndpointStore, endpointWire, isEndpointName, newEndpoint } from './endpoints.ts'
import type { Judge } from './judge.ts'
import { type ReadBody, readBody } from './read-body.ts'
import { type ChosenReply, chooseReply, forcedStatus } from './reply.ts'
import type { CaptureStore } from './store.ts'

export interface ReceiveNeeds {
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  endpoints: EndpointStore
  captures: CaptureStore
  judge: Judge
  recorder: Recorder
  /** Whether the sandbox's own engine sends from this port. */
  comesFrom(port: number): boolean
  bodyLimit: number
  baseUrl(): string
}

/** A request as it came over the wire. */
interface Arrived extends ReadBody {
  endpoint: string
  rest: string
  query: string
  path: string
  receivedAt: number
  began: number
  peer: string
  /** Whether it is a delivery of this very sandbox. */
  isOurs: boolean
}

/** The name behind `/in/`, what follows it, and the query; undefined when the name is none. */
function splitTarget(
  target: string,
): { endpoint: string; rest: string; path: string; query: string } | undefined {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  const query = at < 0 ? '' : target.slice(at + 1)
  const [, endpoint = '', rest = ''] = /^\/in\/([^/]*)(.*)$/s.exec(path) ?? []
  return isEndpointName(endpoint) ? { endpoint, rest, path, query } : undefined
}

/** Answers whatever is sent to `/in/{endpoint}`, after it is written down byte for byte. */
export function createReceiver(needs: ReceiveNeeds) {
  const { clock, outside, ids, writer, endpoints, captures, judge, recorder, bodyLimit } = needs

  function capture(
    tx: Transaction,
    request: IncomingMessage,
    arrived: Arrived,
  ): { id: string; reply: ChosenReply } {
    const headers = sentHeaders(request)
    const stored = endpoints.find(arrived.endpoint)
    const known = stored ?? newEndpoint(arrived.endpoint, { seq: tx.seq(), createdAt: clock.now() })
    const { verdict, webhookId, deliveryId } = judge.judge(known, {
      headers,
      method: request.method ?? '',
      ...arrived,
    })
    const forced = forcedStatus(arrived.rest, arrived.query)
    const reply = replyTo(arrived) ?? chooseReply(known.reply, known.replies, forced)
    const record = {
      seq: tx.seq(),
      id: ids.next('cap'),
      ...arrived,
      method: request.method ?? '',
      httpVersion: request.httpVersion,
      durationMs: Math.round((outside.elapsed() - arrived.began) * 1000) / 1000,
      headers,
      trailers: pairsOf(request.rawTrailers),
      event: arrived.body && eventIn(arrived.body),
      verdict,
      replyStatus: reply.status,
      replyRule: reply.rule,
      replyDelayMs: reply.delayMs,
      webhookId,
      deliveryId,
    }
    tx.announce('capture', captures.insert(record), record.seq)
    // Of what was cut short nothing can be played again.
    if (!arrived.isOurs && !arrived.bodyCut) {
      const asked = { method: record.method, path: request.url ?? '', headers, hasSocket: true }
      const body = arrived.body ?? 'too-large'
      recorder.record(tx, { ...asked, body, status: reply.status, at: arrived.receivedAt })
    }
    const counted = {
      ...known,
      captures: known.captures + 1,
      replies: known.replies + (reply.takesStep ? 1 : 0),
    }
    endpoints.put(counted)
    // That there is one more capture, the capture itself tells.
    if (!stored) tx.announce('endpoint', () => endpointWire(known, needs.baseUrl()))
    return { id: record.id, reply }
  }

  /** The answer that no rule chooses: to a body that is too large, and to a sender that is gone. */
  function replyTo({ body, bodyCut, bodySize }: Arrived): ChosenReply | undefined {
    if (bodyCut) return nobody(bodySize)
    return body === null ? tooLarge(bodyLimit) : undefined
  }

  return async function receive(request: IncomingMessage, response: ServerResponse) {
    const [receivedAt, began] = [clock.now(), outside.elapsed()]
    // Gone once the sender is.
    const { remoteAddress: peer = '', remotePort = 0 } = request.socket
    const isOurs = needs.comesFrom(remotePort)
    const target = splitTarget(request.url ?? '')
    if (!target) {
      request.resume()
      return answerFailure(
        response,
        new Failure('endpoint_name', `${(request.url ?? '').slice(0, 200)} names no endpoint.`),
      )
    }
    const read = await readBody(request, bodyLimit)
    try {
      const { id, reply } = await writer.write((tx) =>
        capture(tx, request, { ...target, ...read, receivedAt, began, peer, isOurs }),
      )
      if (read.bodyCut) return
      if (reply.delayMs > 0) await new Promise<void>((resolve) => outside.after(reply.delayMs, resolve))
      // Of the sandbox's own time: what is recorded of an answer is the same each time.
      response.setHeader('date', new Date(clock.now() / 1000).toUTCString())
      answer(response, reply, id)
    } catch (error) {
      answerFailure(response, toFailure(error))
    }
  }
}

const nobody = (received: number): ChosenReply => ({
  rule: `none: the sender went away after ${received} bytes`,
  status: 0,
  headers: {},
  body: '',
  delayMs: 0,
  takesStep: false,
})

const tooLarge = (limit: number): ChosenReply => ({
  rule: `body over ${limit} bytes`,
  status: 413,
  headers: { 'content-type': 'application/json', connection: 'close' },
  body: JSON.stringify(new Failure('body_too_large', `The body is larger than ${limit} bytes.`).body()),
  delayMs: 0,
  takesStep: false,
})

/** The `event` member of a JSON body, which is how this platform names events. */
function eventIn(body: Buffer): string | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (typeof parsed !== 'object' || parsed === null || !('event' in parsed)) return null
    return typeof parsed.event === 'string' ? parsed.event : null
  } catch {
    return null
  }
}

function answer(response: ServerResponse, reply: ChosenReply, id: string) {
  if (reply.body === null) response.setHeader('content-type', 'application/json')
  response.writeHead(reply.status, reply.headers)
  const bodiless = reply.status === 204 || reply.status === 304
  response.end(bodiless ? undefined : (reply.body ?? `${JSON.stringify({ capture_id: id })}\n`))
}

function answerFailure(response: ServerResponse, failure: Failure) {
  if (response.headersSent) return void response.destroy()
  response.writeHead(failure.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(failure.body()))
}
