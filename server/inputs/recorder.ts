/** Records the requests of a session. */
import type { Clock } from '../clock/clock.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { runHeader, runOf } from '../http/prefix.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'
import { fromIso } from '../words/time.ts'
import { isReset } from './order.ts'
import type { InputStore } from './store.ts'

/** A request as received. */
export interface Arriving {
  method: string
  /** As sent, query included. */
  path: string
  headers: HeaderPair[]
  /** false if the request was made inside this process. */
  hasSocket: boolean
}
/** The response to a request. */
export interface Answered {
  body: Buffer | 'too-large'
  status: number
  /** The response body, if it is JSON of the sandbox's own API. */
  answer?: unknown
}

/** Records every request from outside that may change something, so that a session can be replayed. */
export function createRecorder(needs: {
  clock: Clock
  writer: Writer
  inputs: InputStore
  onTrouble(error: unknown): void
}) {
  const { clock, writer, inputs } = needs

  /** Calls of a scenario follow from the run, so they are not recorded. */
  const isOfRun = ({ hasSocket, headers }: Arriving) =>
    !hasSocket && runOf(headerOf(headers, runHeader) ?? null) !== null

  function insert(
    { method, path, headers, hasSocket }: Arriving,
    at: number,
    { body, status, answer }: Answered,
  ) {
    inputs.insert({
      at,
      method,
      path,
      // A replay sends the request through a socket, where HTTP/1.1 requires a Host.
      headers:
        hasSocket || headerOf(headers, 'host') !== undefined ? headers : [['host', 'localhost'], ...headers],
      body: body === 'too-large' ? null : body,
      status,
      clockAfter: path.startsWith('/sandbox/clock') ? clockIn(answer) : null,
    })
  }

  return {
    /** Records a request in the transaction that contains its effects. */
    record(_tx: Transaction, request: Arriving & Answered & { at: number }) {
      if (!isOfRun(request)) insert(request, request.at, request)
    },
    /** The number of a capture among the inputs. The other facts of the capture are in its own row. */
    numberOfCapture: inputs.next,
    /**
     * Begins recording a request whose changes happen elsewhere. Call the returned function with the response; the
     * record is written with the next commit.
     */
    watch(request: Arriving): ((answered: Answered) => void) | undefined {
      if (isOfRun(request)) return undefined
      const at = clock.now()
      return (answered) => {
        if (isRestart(request.path, answered)) return
        writer.write(() => insert(request, at, answered)).catch(needs.onTrouble)
      }
    },
  }
}
export type Recorder = ReturnType<typeof createRecorder>

/** The time in the response to an order to the clock. */
function clockIn(answer: unknown): number | null {
  const { clock } = (answer ?? {}) as { clock?: { now: string } }
  return (clock && fromIso(clock.now)) ?? null
}

/** Whether the request emptied everything. A new session has then begun, and this request is not part of it. */
function isRestart(path: string, { status, body }: Answered): boolean {
  if (!isReset(path) || status !== 200 || body === 'too-large') return false
  return body.length === 0 || !keepsSomething(JSON.parse(body.toString('utf8')))
}

/** Whether a reset keeps something. The session then continues. */
const keepsSomething = ({ keep = [] }: { keep?: unknown[] }) => keep.length > 0
