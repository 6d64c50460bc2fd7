/** Forwards captured requests to other receivers and records their responses. */
import { createSender, plainWire, type Sent, wholeAnswer } from '../../client/send.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Ids } from '../../database/ids.ts'
import type { Transaction, Writer } from '../../database/writer.ts'
import { senderOptions } from '../../delivery/sending.ts'
import { Failure } from '../../failures.ts'
import type { Outside } from '../../outside.ts'
import type { ReplyFacts } from '../../wire.ts'
import { failureWords } from '../../words/reply.ts'
import { parseDuration } from '../../words/time.ts'
import type { Arrived } from '../arrived.ts'
import type { EndpointRecord, EndpointStore } from '../endpoints.ts'
import type { ExchangeStore } from '../exchanges/store.ts'
import { chooseReply, counted } from '../reply/choose.ts'
import { type ChosenReply, replyOf, typeOfJson } from '../reply/chosen.ts'
import { filled } from '../reply/fill.ts'
import { noted } from '../reply/forced.ts'
import type { Facts } from '../reply/render.ts'
import type { CaptureStore } from '../store.ts'
import { outgoingOf, passedAnswer } from './outgoing.ts'
import { notPassedOn, played } from './played.ts'
import { createUnderWay } from './under-way.ts'

/** A captured request, and the facts that decided about it. */
export interface Caught {
  seq: number
  endpoint: EndpointRecord
  arrived: Arrived
  facts: Facts
  /** The endpoints that it passed before it came here. */
  way: readonly string[]
  world: number
}

/** How much of a response body is stored. */
const keptBytes = 65_536
/** The largest response body that is passed back to a sender. */
const passedBytes = 33_554_432

type Leaving = ReturnType<typeof outgoingOf>

/** Forwards captured requests byte for byte, and records the responses. */
export function createForwarder(needs: {
  config: Config
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  endpoints: EndpointStore
  captures: CaptureStore
  exchanges: ExchangeStore
  /** The generation in which a decision was made. Emptying the database begins a new one. */
  world(): number
  /** The real address of a URL. Undefined while a session is played and nothing is sent there. */
  route(url: string): string | undefined
  onTrouble(error: unknown): void
}) {
  const { config, clock, ids, writer, endpoints, captures, exchanges } = needs
  const sender = createSender(senderOptions(needs))
  const underWay = createUnderWay()
  const recording = new Set<Promise<unknown>>()
  const timeoutMs = parseDuration(config.delivery.timeout) ?? 0

  /**
   * Forwards to one URL. The response is recorded in one transaction with `then`. Resolves to undefined if the database was
   * emptied meanwhile.
   */
  async function pass(
    caught: Caught,
    to: string,
    then: (tx: Transaction, sent: Sent) => ChosenReply | undefined,
  ): Promise<ChosenReply | undefined> {
    const leaving = outgoingOf(caught.arrived, to)
    const at = clock.now()
    const sent = await send(caught, leaving)
    return writer.write((tx) => {
      if (caught.world !== needs.world()) return undefined
      // An incomplete response is not passed to the sender.
      const whole = wholeAnswer(sent)
      const result = then(tx, whole === sent.response ? sent : { ...sent, response: whole })
      const row = captures.rowOf(caught.facts.captureId)
      // The capture may have been deleted meanwhile.
      if (row?.seq !== caught.seq) return result
      exchanges.insert({
        seq: tx.seq(),
        id: ids.next('exc'),
        captureSeq: caught.seq,
        kind: 'forward',
        url: leaving.fullUrl,
        at,
        durationMs: sent.durationMs,
        method: leaving.method,
        httpVersion: plainWire.httpVersion,
        headers: leaving.headers,
        trailers: leaving.trailers,
        body: null,
        outcome: sent.outcome,
        response: sent.response && keptOf(sent.response),
        answered: result?.why.kind === 'forwarded',
      })
      tx.announce('capture', captures.telling(row))
      return result
    })
  }

  async function send({ endpoint, way }: Caught, leaving: Leaving): Promise<Sent> {
    const { method, path, headers, body, trailers, chunked } = leaving
    const url = needs.route(leaving.url)
    if (url === undefined) return played
    const wire = chunked ? { ...plainWire, chunked } : plainWire
    const attempt = sender.send(
      { method, url, path, headers, body, trailers, wire, keepBytes: passedBytes },
      { timeoutMs },
    )
    underWay.add(attempt, [...way, endpoint.name])
    const sent = await attempt.done
    underWay.remove(attempt)
    return sent
  }

  /** Tracks work until it is recorded. */
  function track<T>(work: Promise<T>): Promise<T> {
    const done = () => void recording.delete(work)
    recording.add(work)
    work.then(done, done)
    return work
  }

  /** The reply to the sender: the first receiver's response, or the endpoint's own reply if there is none. */
  function replyTo(tx: Transaction, { endpoint, facts }: Caught, to: string, sent: Sent): ChosenReply {
    const { outcome, response } = sent
    if (response && !response.truncated && response.status >= 200) {
      const passed = passedAnswer(response)
      return replyOf({ why: { kind: 'forwarded', to }, status: response.status, passed })
    }
    const why: ReplyFacts = {
      kind: 'forward_failed',
      to,
      outcome,
      ...(response?.truncated && { bytes: passedBytes }),
    }
    const current = endpoints.find(endpoint.name) ?? endpoint
    if (current.reply === null || sent === played) {
      const failure = new Failure(
        'forward_failed',
        `The request could not be forwarded to ${to}: ${failureWords(why)}.`,
        fixOf(sent),
      )
      const headers = sent === played ? [typeOfJson, notPassedOn] : [typeOfJson]
      const body = JSON.stringify(failure.body())
      return replyOf({ why, status: 502, headers, body })
    }
    const own = filled(chooseReply(current, facts), facts)
    endpoints.move(tx, { ...current, ...counted(current, own) })
    return { ...own, why: { ...why, instead: own.why } }
  }

  /** Forwards to all URLs at once. Resolves to the reply for the sender, or undefined if nobody is to be answered. */
  async function forward(caught: Caught): Promise<ChosenReply | undefined> {
    const [first = '', ...others] = caught.endpoint.forwardTo
    const { endpoint, arrived, facts } = caught
    const { method, body } = arrived
    const leave = underWay.enter({ endpoint: endpoint.name, method, body: body ?? Buffer.alloc(0) })
    for (const other of others) track(pass(caught, other, () => undefined)).catch(needs.onTrouble)
    let givenUp = false
    try {
      const answered = pass(caught, first, (tx, sent) => {
        givenUp = sent.outcome.kind === 'timed_out'
        const reply = noted(replyTo(tx, caught, first, sent), facts)
        captures.answered(facts.captureId, reply)
        return reply
      })
      return await track(answered)
    } finally {
      leave(givenUp)
    }
  }

  return {
    forward,
    wayFrom: underWay.wayFrom,
    goesRound: underWay.goesRound,
    /** Marks forwards that a killed process left unfinished. */
    recover() {
      for (const { id, reply } of captures.passing())
        captures.answered(id, { status: 0, why: { kind: 'cut', to: reply.to }, delayMs: reply.delay_ms })
    },
    /** Cuts forwards under way, because the database is emptied. */
    forget() {
      for (const attempt of underWay.attempts()) attempt.cut({ kind: 'interrupted', code: 'reset' })
    },
    /** Cuts forwards under way. Fulfilled when all are recorded. */
    async stop() {
      await sender.close()
      await Promise.allSettled(recording)
    },
  }
}
export type Forwarder = ReturnType<typeof createForwarder>

/** The fix, if there is a better one than starting the receiver. */
function fixOf(sent: Sent): string | undefined {
  const { outcome, response } = sent
  if (sent === played) return 'Play the session with --live, which forwards requests.'
  if (response)
    return `Make the receiver respond with ${response.truncated ? 'a smaller body' : 'a status of 200 or above'}, or change forward_to of the endpoint.`
  switch (outcome.kind) {
    case 'blocked':
      return outcome.code !== 'group_address'
        ? 'Set delivery.allow_public to true in the configuration, or forward to an address of this machine.'
        : 'Change forward_to of the endpoint.'
    case 'timed_out':
      return 'Make the receiver respond sooner, or raise delivery.timeout in the configuration.'
    case 'dns':
      return 'Change forward_to of the endpoint to a host name that can be found.'
    case 'tls':
      if (outcome.certificate !== undefined)
        return 'Correct the certificate, or name its authority in delivery.ca of the configuration.'
      return outcome.code.startsWith('client_certificate')
        ? 'Let the receiver accept clients without a certificate, or change forward_to of the endpoint.'
        : 'Change forward_to of the endpoint to a URL that supports TLS, or to an http: URL.'
    default:
      return undefined
  }
}

const keptOf = (response: NonNullable<Sent['response']>) => ({
  ...response,
  body: response.body.subarray(0, keptBytes),
  truncated: response.truncated || response.body.length > keptBytes,
})
