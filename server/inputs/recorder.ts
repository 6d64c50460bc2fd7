import type { Clock } from '../clock/clock.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { runHeader, runOf } from '../http/prefix.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'
import { fromIso } from '../words/time.ts'
import { isReset } from './order.ts'
import type { InputStore } from './store.ts'

/** A request as it came. */
export interface Arriving {
  method: string
  /** As sent, query included. */
  path: string
  headers: HeaderPair[]
  /** false where it was made inside this process. */
  hasSocket: boolean
}
/** How it was answered. */
export interface Answered {
  body: Buffer | 'too-large'
  status: number
  /** What was told, where that is JSON of the sandbox's own API. */
  answer?: unknown
}

/** Writes down every request from outside that may change something, so that a session can be played again. */
export function createRecorder(needs: {
  clock: Clock
  writer: Writer
  inputs: InputStore
  onTrouble(error: unknown): void
}) {
  const { clock, writer, inputs } = needs

  /** What a scenario asks for itself follows from the run. */
  const isOfRun = ({ hasSocket, headers }: Arriving) =>
    !hasSocket && runOf(headerOf(headers, runHeader) ?? null) !== null

  function insert({ method, path, headers }: Arriving, at: number, { body, status, answer }: Answered) {
    inputs.insert({
      at,
      method,
      path,
      headers,
      body: body === 'too-large' ? null : body,
      status,
      clockAfter: path.startsWith('/sandbox/clock') ? clockIn(answer) : null,
    })
  }

  return {
    /** Records a request in the transaction that has what came of it. */
    record(_tx: Transaction, request: Arriving & Answered & { at: number }) {
      if (!isOfRun(request)) insert(request, request.at, request)
    },
    /** The number of a capture among what is recorded: all else of it stands in its own row. */
    numberOfCapture: inputs.next,
    /**
     * Begins with a request whose changes are made elsewhere; the answer is told how it ended and writes it down with
     * whatever is committed next.
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

/** The time in the answer to an order to the clock. */
function clockIn(answer: unknown): number | null {
  const { clock } = (answer ?? {}) as { clock?: { now: string } }
  return (clock && fromIso(clock.now)) ?? null
}

/** Whether it emptied everything: then a new session has begun, of which it is no part. */
function isRestart(path: string, { status, body }: Answered): boolean {
  if (!isReset(path) || status !== 200 || body === 'too-large') return false
  return body.length === 0 || !keepsSomething(JSON.parse(body.toString('utf8')))
}

/** Whether a reset leaves something: the session then goes on. */
const keepsSomething = ({ keep = [] }: { keep?: unknown[] }) => keep.length > 0
