/** Receives requests at `/in/{endpoint}`: stores them byte for byte, then replies. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../clock/clock.ts'
import type { Ids } from '../database/ids.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { Failure, toFailure } from '../failures.ts'
import type { Connection } from '../http/refuser.ts'
import type { UnreadHead } from '../http/unread-head.ts'
import type { Recorder } from '../inputs/recorder.ts'
import type { Outside } from '../outside.ts'
import type { Recipes } from '../signing/recipes.ts'
import { pairsOf } from '../wire/header-pairs.ts'
import type { Verdict } from '../wire.ts'
import { type Arrived, framingOf, headOf, splitTarget } from './arrived.ts'
import { type EndpointRecord, type EndpointStore, newEndpoint, tellEndpoint } from './endpoints.ts'
import { createExaminer, type Examined } from './examine.ts'
import type { Explainer } from './explainer.ts'
import type { Caught, Forwarder } from './forward/forwarder.ts'
import type { Judge } from './judge.ts'
import type { Mistakes } from './mistakes.ts'
import { heldBack, readBody } from './read-body.ts'
import { type Answering, answerFailure } from './reply/answer.ts'
import { counted } from './reply/choose.ts'
import type { ChosenReply } from './reply/chosen.ts'
import type { Decision } from './reply/decide.ts'
import { filled } from './reply/fill.ts'
import { nobody, notRead, tooLarge } from './reply/unchosen.ts'
import { eventIn, summaryIn } from './senders.ts'
import type { CaptureStore } from './store.ts'
import { unreadBody } from './unread-body.ts'

/** What is known of a request before it is recorded. */
interface Prepared {
  way: readonly string[]
  explained: Verdict | undefined
  /** Undefined if this is quick, and so is done as part of recording. */
  examined: Examined | undefined
}

/** Answers requests to `/in/{endpoint}` after storing them byte for byte. */
export function createReceiver(needs: {
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  endpoints: EndpointStore
  captures: CaptureStore
  recipes: Recipes
  judge: Judge
  look: Mistakes
  explainer: Explainer
  recorder: Recorder
  decide: Decision
  answering: Answering
  forwarder: Forwarder
  /** Whether the sandbox's own engine sends from this local port. */
  comesFrom(port: number): boolean
  bodyLimit: number
  baseUrl(): string
  onTrouble(error: unknown): void
}) {
  const { clock, outside, ids, writer, endpoints, captures, judge, recorder, bodyLimit } = needs
  const { recipes, look, explainer, decide, answering, forwarder } = needs
  const examine = createExaminer({ judge, outside })

  function capture(
    tx: Transaction,
    arrived: Arrived,
    { way, explained, examined }: Prepared,
  ): Caught & { reply: ChosenReply } {
    const stored = endpoints.find(arrived.endpoint)
    const known = stored ?? newEndpoint(arrived.endpoint, { seq: tx.seq(), createdAt: clock.now() })
    const { quick, meant, payload } = examined ?? examine.atOnce(known, arrived)
    const judged = explained && !quick.verdict.explained ? { ...quick, verdict: explained } : quick
    const { deliveryId } = judged
    const isWhole = arrived.body !== null && !arrived.bodyCut
    const verdict = arrived.refused && !isWhole ? notJudged(judged.verdict, arrived.refused) : judged.verdict
    const [seq, id] = [tx.seq(), ids.next('cap')]
    const { body, bodyCut, receivedAt } = arrived
    const event = eventIn(recipes, { headers: arrived.headers, payload, scheme: verdict.scheme })
    const webhookId = judged.webhookId ?? event.id
    const facts = {
      endpoint: arrived.endpoint,
      captureId: id,
      method: arrived.method,
      path: arrived.path,
      rest: arrived.rest,
      query: arrived.query,
      headers: arrived.headers,
      body,
      meant,
      event: event.name,
      verdict: verdict.result,
      webhookId,
      deliveryId,
      now: receivedAt,
      count: known.captures + 1,
    }
    const reply = unchosen(arrived) ?? filled(decide(tx, known, { asking: facts, way }), facts)
    const { mistakes, occurrence } = look({
      endpoint: known,
      receivedAt,
      verdict,
      webhookId,
      deliveryId,
      body,
      bodyCut,
      payload,
    })
    const record = {
      seq,
      id,
      endpoint: arrived.endpoint,
      received_at: receivedAt,
      method: arrived.method,
      path: arrived.path,
      query: arrived.query,
      target: arrived.target,
      http_version: arrived.httpVersion,
      framing: arrived.framing,
      expects_continue: arrived.expectsContinue,
      peer: arrived.peer,
      duration_ms: Math.round((outside.elapsed() - arrived.began) * 1000) / 1000,
      headers: arrived.headers,
      trailers: arrived.trailers,
      body,
      body_size: arrived.bodySize,
      body_cut: bodyCut,
      event: facts.event,
      summary: summaryIn(event.name, payload),
      verdict,
      reply_status: reply.status,
      reply: reply.why,
      reply_delay_ms: reply.delayMs,
      webhook_id: webhookId,
      delivery_id: deliveryId,
      mistakes,
      occurrence,
      pinned: false,
      note: null,
      imported: false,
      // A cut or refused request cannot be played again.
      input: arrived.isOurs || bodyCut || arrived.refused ? null : recorder.numberOfCapture(),
    }
    tx.announce('capture', captures.insert(record), seq)
    if (!verdict.explained) tx.afterCommit(explainer.wake)
    endpoints.move(tx, {
      ...known,
      ...counted(known, reply),
      captures: facts.count,
    })
    // The capture itself announces that the endpoint has one more.
    if (!stored) tellEndpoint(tx, endpoints, known, needs.baseUrl())
    return { seq, endpoint: known, arrived, facts, way, reply, world: answering.world() }
  }

  /**
   * On a manual clock, the causes of a wrong signature are found before the capture is recorded: its numbers and those of
   * later records then do not depend on how long the search takes.
   */
  async function explainedBefore(endpoint: EndpointRecord, arrived: Arrived): Promise<Verdict | undefined> {
    if (clock.state().mode !== 'manual') return undefined
    const { verdict } = judge.judge(endpoint, arrived)
    if (verdict.explained) return undefined
    try {
      return await judge.explain(endpoint, arrived)
    } catch (error) {
      if (toFailure(error).code === 'storage') throw error
      // The capture is stored anyway. Its causes are not searched again, since that would fail too.
      needs.onTrouble(error)
      return { ...verdict, explained: true }
    }
  }

  /** Records what arrived. */
  async function record(arrived: Arrived, way: readonly string[]) {
    const endpoint =
      endpoints.find(arrived.endpoint) ?? newEndpoint(arrived.endpoint, { seq: 0, createdAt: clock.now() })
    const explained = await explainedBefore(endpoint, arrived)
    const examined = await examine.before(endpoint, arrived)
    return writer.write((tx) => capture(tx, arrived, { way, explained, examined }))
  }

  /** The reply that no rule chooses: to an unreadable or too large request, or to a disconnected client. */
  function unchosen({ body, bodyCut, bodySize, refused }: Arrived): ChosenReply | undefined {
    if (refused) return notRead(refused)
    if (bodyCut) return nobody(bodySize)
    return body === null ? tooLarge(bodyLimit) : undefined
  }

  /** Defects are reported. Refusals and disk errors only go to the client. */
  function failureOf(error: unknown): Failure {
    const failure = toFailure(error)
    if (failure.code === 'internal') needs.onTrouble(error)
    return failure
  }

  async function receive(request: IncomingMessage, response: ServerResponse, connection: Connection) {
    try {
      await take(request, response, connection)
    } catch (error) {
      answerFailure(response, failureOf(error))
    }
  }

  async function take(request: IncomingMessage, response: ServerResponse, connection: Connection) {
    const [receivedAt, began] = [clock.now(), outside.elapsed()]
    // Undefined after the client has disconnected.
    const { remoteAddress: peer = '', remotePort = 0 } = request.socket
    const way = forwarder.wayFrom(remotePort)
    const isOurs = way !== undefined || needs.comesFrom(remotePort)
    const target = splitTarget(request.url ?? '')
    if (!target) {
      request.resume()
      return answerFailure(
        response,
        new Failure('endpoint_name', `${(request.url ?? '').slice(0, 200)} does not name an endpoint.`),
      )
    }
    const head = headOf(request)
    const read = connection.holdsBack ? heldBack(request) : await readBody(request, bodyLimit)
    const arrived: Arrived = {
      // Written field by field, since a spread is slower.
      endpoint: target.endpoint,
      rest: target.rest,
      path: target.path,
      query: target.query,
      target: target.target,
      method: head.method,
      httpVersion: head.httpVersion,
      framing: head.framing,
      expectsContinue: head.expectsContinue,
      headers: head.headers,
      body: read.body,
      bodySize: read.bodySize,
      bodyCut: read.bodyCut,
      trailers: pairsOf(request.rawTrailers),
      receivedAt,
      began,
      peer,
      isOurs,
      refused: read.refused ?? connection.refused,
    }
    const caught = await connection.inTurn(() => record(arrived, way ?? []))
    if (arrived.refused) return connection.refuseBody(response, arrived.refused)
    if (read.bodyCut) return
    const reply = caught.reply.outcome === 'forward' ? await forwarder.forward(caught) : caught.reply
    if (reply) await answering.answer({ response, world: caught.world }, reply, caught.facts)
    else response.destroy()
  }

  /** Records a request with an unreadable head, as far as it can be parsed. */
  async function recordUnread(head: UnreadHead, refused: Failure, peer: string) {
    const target = splitTarget(head.target)
    if (!target) return
    const body = unreadBody(head)
    const arrived: Arrived = {
      ...target,
      method: head.method,
      httpVersion: head.httpVersion,
      framing: framingOf(head.headers),
      expectsContinue: false,
      headers: head.headers,
      ...body,
      bodySize: body.body.length,
      receivedAt: clock.now(),
      began: outside.elapsed(),
      peer,
      isOurs: false,
      refused,
    }
    try {
      await record(arrived, [])
    } catch (error) {
      throw failureOf(error)
    }
  }

  return { receive, recordUnread }
}

/** The verdict on an incomplete request, unless the client disconnected. */
const notJudged = (verdict: Verdict, { code, message, fix }: Failure): Verdict => {
  const [detail, hint] = [`Not checked: ${message}`, fix]
  return {
    ...verdict,
    reason: detail,
    reason_code: code,
    hint,
    causes: verdict.causes.map((cause) => ({ ...cause, detail, fix })),
  }
}
