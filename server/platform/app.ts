/** The emulated API as an app: armed errors, operations and records of calls. */
import { type Context, Hono } from 'hono'
import type { Given } from '../api/given.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Ids } from '../database/ids.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { codeMeant, isPlatformCode } from '../errors/dictionary.ts'
import { Failure, toFailure } from '../failures.ts'
import { createHolding } from '../http/holding.ts'
import { platformPrefix } from '../http/prefix.ts'
import type { Recorder } from '../inputs/recorder.ts'
import type { Outside } from '../outside.ts'
import type { HeaderPair } from '../wire.ts'
import { armedAnswer } from './arming/answer.ts'
import type { ArmedEffect } from './arming/armed.ts'
import type { Armory, Fired } from './arming/armory.ts'
import { type Asked, readAsked } from './asked.ts'
import type { CallRecorder, Sent } from './calls/record.ts'
import type { Answer, Carrier } from './carry-out.ts'
import type { PlatformOperation } from './operation.ts'

type Env = { Bindings: Given }

export interface PlatformNeeds {
  config: Config
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  operations: readonly PlatformOperation[]
  armory: Armory
  carrier: Carrier
  recordCall: CallRecorder
  recorder: Recorder
}

/** When a call began: by the sandbox's clock in microseconds, and by a monotonic clock in ms. */
interface Began {
  at: number
  elapsed: number
}

/** A call to be recorded. It gets its id before its effects, which may name it. */
interface Taken {
  asked: Asked
  began: Began
  id?: string
}

/**
 * The emulated API. A call's changes, events and record are one transaction, and the response follows its commit. Armed
 * errors are checked first, by request line and headers only.
 */
export function createPlatformApp(needs: PlatformNeeds) {
  const { config, clock, outside, ids, writer, armory, carrier, recordCall, recorder } = needs
  const holding = createHolding(outside)

  /** Answers a call in the transaction, or returns the armed error that will answer after its delay. */
  function decide(
    tx: Transaction,
    { operation, asked, began }: { operation: PlatformOperation | undefined; asked: Asked; began: Began },
  ): Sent | Fired {
    const ordered = armedByHeader(asked)
    const call = { asked, began }
    if (ordered instanceof Failure) return record(tx, call, refused(ordered))
    const fired = ordered ?? armory.meet(tx, { ...asked, identity: carrier.actsFor(asked) })
    if (fired && fired.delayMs > 0) return fired
    if (fired) return fire(tx, call, fired)
    const id = ids.next('cal')
    return record(tx, { ...call, id }, answered(carrier.carryOut(tx, operation, { asked, callId: id })))
  }

  function fire(tx: Transaction, call: Taken, fired: Fired): Sent {
    const sent = armedAnswer(fired)
    if (sent.status > 0) carrier.answeredOtherwise(call.asked)
    return record(tx, call, sent)
  }

  function record(tx: Transaction, { asked, began, id = ids.next('cal') }: Taken, sent: Sent): Sent {
    recordCall(tx, { id, asked, sent, at: began.at, durationMs: outside.elapsed() - began.elapsed })
    const { method, url: path, headers, hasSocket, body } = asked
    recorder.record(tx, { method, path, headers, hasSocket, body, status: sent.status, at: began.at })
    return sent
  }

  async function answerCall(c: Context<Env>, operation: PlatformOperation | undefined): Promise<Response> {
    const asked = await readAsked(c, config.body_limit_bytes)
    const began = { at: clock.now(), elapsed: outside.elapsed() }
    try {
      let world = 0
      let decided = await writer.write((tx) => {
        world = holding.world()
        return decide(tx, { operation, asked, began })
      })
      if ('delayMs' in decided) {
        const fired = decided
        const hold = holding.begin(fired.delayMs, world)
        await hold.over
        const sent = hold.counts()
          ? await writer.write((tx) => (hold.counts() ? fire(tx, { asked, began }, fired) : undefined))
          : undefined
        // A reset happened: the armed error is gone, and the call's record too.
        decided = sent ?? silence
      }
      return send(c, decided)
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'internal') throw error
      return Response.json({ message: `${failure.message} ${failure.fix}` }, { status: 503 })
    }
  }

  const app = new Hono<Env>()
  for (const operation of needs.operations) {
    for (const path of pathsOf(operation)) app.on(operation.method, path, (c) => answerCall(c, operation))
  }
  app.all(platformPrefix, (c) => answerCall(c, undefined))
  app.all(`${platformPrefix}/*`, (c) => answerCall(c, undefined))
  return {
    app,
    /** Ends calls with delayed responses, because the database is emptied. */
    forgetHeld: holding.forget,
    /** As {@link forgetHeld}, for good. */
    stop: holding.stop,
  }
}

/** In hono's form. A path that ends with a slash also works without it. */
function pathsOf({ path }: PlatformOperation): string[] {
  const full = platformPrefix + path.replace(/\{(\w+)\}/g, ':$1')
  return full.endsWith('/') ? [full, full.slice(0, -1)] : [full]
}

/** The refusal of one of the sandbox's own headers, in the form of its own API. */
const refused = (failure: Failure): Sent => ({
  status: failure.status,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify(failure.body()),
  code: null,
  armed: null,
})

function answered({ status, body, code, warnings }: Answer): Sent {
  const headers: HeaderPair[] = [['content-type', 'application/json']]
  if (warnings.length > 0) headers.push(['sandbox-warning', headerSafe(warnings.join('; '))])
  return { status, headers, body: JSON.stringify(body), code, armed: null }
}

/** Header values are Latin-1. Other characters are escaped. */
const headerSafe = (text: string): string =>
  text
    .slice(0, 1000)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Sends the response, or does to the connection what was armed. */
async function send(c: Context<Env>, { status, headers, body, outcome }: Sent): Promise<Response> {
  if (outcome === undefined) return new Response(body || null, { status, headers })
  if (outcome === 'reset') c.env?.incoming?.socket.resetAndDestroy()
  // Loaded late: the module makes a Response, which loads Node's fetch.
  const { RESPONSE_ALREADY_SENT: sent } = await import('@hono/node-server/utils/response')
  // By now hono has replaced the global Response, and sends its own kind without a look at the headers. A clone is Node's.
  return sent.clone()
}

const silence: Sent = { status: 0, headers: [], body: '', code: null, armed: null, outcome: 'reset' }

/** The request header that makes its own call fail: a code, a status such as 503, `reset` or `hang`. */
const errorHeader = 'Sandbox-Error'

/** What the header asks for. Undefined without the header, and a refusal for an unknown value. */
function armedByHeader(asked: Asked): Fired | Failure | undefined {
  const word = asked.header(errorHeader)?.trim()
  if (!word) return undefined
  const effect = effectNamed(word)
  return effect instanceof Failure ? effect : { effect, by: 'header', delayMs: 0 }
}

function effectNamed(word: string): ArmedEffect | Failure {
  if (isPlatformCode(word)) return { kind: 'code', code: word }
  if (word === 'reset' || word === 'hang') return { kind: word }
  if (/^[2-5]\d\d$/.test(word)) return { kind: 'raw', status: Number(word), body: undefined }
  return new Failure(
    'error_code_unknown',
    `${errorHeader}: there is no error code ${word.slice(0, 100)}.`,
    codeMeant(word, ['503', '504', 'reset', 'hang']),
  )
}
