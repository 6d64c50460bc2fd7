import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { Failure, toFailure } from '../failures.ts'
import { pairsOf } from '../header-pairs.ts'
import type { Ids } from '../ids.ts'
import type { Outside } from '../outside.ts'
import type { Recorder } from '../simulator/session/recorder.ts'
import { type Arrived, headOf, splitTarget } from './arrived.ts'
import { type EndpointStore, endpointWire, newEndpoint } from './endpoints.ts'
import type { Explainer } from './explainer.ts'
import type { Judge } from './judge.ts'
import type { Mistakes } from './mistakes.ts'
import { readBody } from './read-body.ts'
import { answerFailure, createAnswering } from './reply/answer.ts'
import { type ChosenReply, chooseReply, forcedStatus } from './reply/choose.ts'
import { nobody, tooLarge } from './reply/unchosen.ts'
import type { CaptureStore } from './store.ts'

export interface ReceiveNeeds {
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  endpoints: EndpointStore
  captures: CaptureStore
  judge: Judge
  mistakes: Mistakes
  explainer: Explainer
  recorder: Recorder
  /** Whether the sandbox's own engine sends from this port. */
  comesFrom(port: number): boolean
  bodyLimit: number
  baseUrl(): string
}

/** Answers whatever is sent to `/in/{endpoint}`, after it is written down byte for byte. */
export function createReceiver(needs: ReceiveNeeds) {
  const { clock, outside, ids, writer, endpoints, captures, judge, recorder, bodyLimit } = needs
  const { mistakes, explainer } = needs
  const { answer } = createAnswering(needs)

  function capture(tx: Transaction, arrived: Arrived): { id: string; reply: ChosenReply } {
    const stored = endpoints.find(arrived.endpoint)
    const known = stored ?? newEndpoint(arrived.endpoint, { seq: tx.seq(), createdAt: clock.now() })
    const { verdict, webhookId, deliveryId } = judge.judge(known, arrived)
    const forced = forcedStatus(arrived.rest, arrived.query)
    const reply = unchosen(arrived) ?? chooseReply(known.reply, known.replies, forced)
    const record = {
      ...arrived,
      seq: tx.seq(),
      id: ids.next('cap'),
      durationMs: Math.round((outside.elapsed() - arrived.began) * 1000) / 1000,
      event: arrived.body && eventIn(arrived.body),
      verdict,
      replyStatus: reply.status,
      replyRule: reply.rule,
      replyDelayMs: reply.delayMs,
      webhookId,
      deliveryId,
      mistakes: mistakes.look({ endpoint: known, webhookId, body: arrived.body }),
      pinned: false,
      note: null,
    }
    tx.announce('capture', captures.insert(record), record.seq)
    if (!verdict.explained) tx.afterCommit(explainer.wake)
    // Of what was cut short nothing can be played again.
    if (!arrived.isOurs && !arrived.bodyCut) {
      const { method, path, query, headers, receivedAt } = arrived
      const asked = { method, path: query === '' ? path : `${path}?${query}`, headers, hasSocket: true }
      const body = arrived.body ?? 'too-large'
      recorder.record(tx, { ...asked, body, status: reply.status, at: receivedAt })
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
  function unchosen({ body, bodyCut, bodySize }: Arrived): ChosenReply | undefined {
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
    const head = headOf(request)
    const read = await readBody(request, bodyLimit)
    const trailers = pairsOf(request.rawTrailers)
    try {
      const { id, reply } = await writer.write((tx) =>
        capture(tx, { ...target, ...head, ...read, trailers, receivedAt, began, peer, isOurs }),
      )
      if (!read.bodyCut) await answer(response, reply, id)
    } catch (error) {
      answerFailure(response, toFailure(error))
    }
  }
}

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
