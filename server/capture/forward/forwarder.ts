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

/** A request that was caught, and what it was decided by. */
export interface Caught {
  seq: number
  endpoint: EndpointRecord
  arrived: Arrived
  facts: Facts
  /** The endpoints that it had been at when it came here. */
  way: readonly string[]
  world: number
}

/** How much of an answer's body is written down. */
const keptBytes = 65_536
/** The largest body of an answer that is given to a sender. */
const passedBytes = 33_554_432

type Leaving = ReturnType<typeof outgoingOf>

/** Passes captured requests on, byte for byte, and writes down what is answered. */
export function createForwarder(needs: {
  config: Config
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  endpoints: EndpointStore
  captures: CaptureStore
  exchanges: ExchangeStore
  /** In which world something is decided; another one has begun once the database was emptied. */
  world(): number
  /** Where an address is really found; undefined for one that nothing is sent to, since a session is played again. */
  route(url: string): string | undefined
  onTrouble(error: unknown): void
}) {
  const { config, clock, ids, writer, endpoints, captures, exchanges } = needs
  const sender = createSender(senderOptions(needs))
  const underWay = createUnderWay()
  const recording = new Set<Promise<unknown>>()
  const timeoutMs = parseDuration(config.delivery.timeout) ?? 0

  /**
   * Sends it to one address; the answer is written down with whatever `then` does in the same transaction.
   * Answers undefined where the database was emptied meanwhile.
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
      // Nobody is to be answered with what broke off.
      const whole = wholeAnswer(sent)
      const result = then(tx, whole === sent.response ? sent : { ...sent, response: whole })
      const row = captures.rowOf(caught.facts.captureId)
      // It may have been let go of by then.
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

  /** Remembers what is under way until it is written down. */
  function track<T>(work: Promise<T>): Promise<T> {
    const done = () => void recording.delete(work)
    recording.add(work)
    work.then(done, done)
    return work
  }

  /** What the sender is told of the first one's answer; where there is none, the endpoint's own reply stands in. */
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
        `It could not be passed on to ${to}: ${failureWords(why)}.`,
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

  /** Passes it on to all addresses at once; answers what the sender is told, undefined when nobody is to be told anything. */
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
    /** Marks what an earlier life was passing on when it was killed. */
    recover() {
      for (const { id, reply } of captures.passing())
        captures.answered(id, { status: 0, why: { kind: 'cut', to: reply.to }, delayMs: reply.delay_ms })
    },
    /** Cuts what is under way: the database is emptied. */
    forget() {
      for (const attempt of underWay.attempts()) attempt.cut({ kind: 'interrupted', code: 'reset' })
    },
    /** Cuts what is under way; fulfilled when all of it is written down. */
    async stop() {
      await sender.close()
      await Promise.allSettled(recording)
    },
  }
}
export type Forwarder = ReturnType<typeof createForwarder>

/** The next move where there is a better one than to start what listens there. */
function fixOf(sent: Sent): string | undefined {
  const { outcome, response } = sent
  if (sent === played) return 'Play it again with --live, which passes on.'
  if (response)
    return `Have it answer with ${response.truncated ? 'less' : 'a status from 200 on'}, or change forward_to of the endpoint.`
  switch (outcome.kind) {
    case 'blocked':
      return outcome.code !== 'group_address'
        ? 'Set delivery.allow_public to true in the config, or change forward_to of the endpoint to an address of this machine.'
        : 'Change forward_to of the endpoint.'
    case 'timed_out':
      return 'Have it answer sooner, or raise delivery.timeout in the config.'
    case 'dns':
      return 'Change forward_to of the endpoint to a host that is known here.'
    case 'tls':
      if (outcome.certificate !== undefined)
        return 'Correct its certificate, or name its authority in delivery.ca of the config.'
      return outcome.code.startsWith('client_certificate')
        ? 'Have it ask for no certificate of the client, or change forward_to of the endpoint.'
        : 'Change forward_to of the endpoint to an address that can be spoken to over TLS, or to one that begins with http:.'
    default:
      return undefined
  }
}

const keptOf = (response: NonNullable<Sent['response']>) => ({
  ...response,
  body: response.body.subarray(0, keptBytes),
  truncated: response.truncated || response.body.length > keptBytes,
})
