/** Plays the inputs of a recorded session. */
import { request as httpRequest } from 'node:http'
import { isNotPassedOn } from '../capture/forward/played.ts'
import { StartError } from '../failures.ts'
import { isReset } from '../inputs/order.ts'
import { pairsOf } from '../wire/header-pairs.ts'
import type { Clock, News } from '../wire.ts'
import { fromIso, toIso } from '../words/time.ts'
import type { Session, SessionInput } from './session.ts'

interface ClockAnswer {
  clock: Clock
  settled: boolean
}

/** The sandbox in which a session is played. */
export interface Stage {
  url: string
  fetch(request: Request): Promise<Response>
  listen(hear: (news: readonly News[]) => void): () => void
}

/**
 * Plays the inputs of a session at their times. In between, all due work is done in order. `exporting` is the command that
 * writes a session.
 * @returns how each input was answered, and all results
 */
export async function play(
  session: Session,
  { stage, exporting, tell }: { stage: Stage; exporting: string; tell(done: number): void },
): Promise<{ statuses: number[]; outcome: Session['outcome'] }> {
  /** µs */
  let now = timeOf(session.clock.now)

  async function own<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const init = { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) }
    const response = await stage.fetch(new Request(`${stage.url}/sandbox${path}`, init))
    const answer = await response.json()
    if (response.ok) return answer as Answer
    throw new StartError(
      `The session cannot be played: ${method} /sandbox${path} was answered with ${response.status}: ${JSON.stringify(answer)}.`,
      `Export the session again: ${exporting}`,
      2,
    )
  }

  /** Sets the clock to `now`, and does the work that is due on the way. */
  async function moveClock() {
    for (;;) {
      const { clock, settled } = await own<ClockAnswer>('POST', '/clock', { set: toIso(now) })
      if (settled || timeOf(clock.now) >= now) return
    }
  }

  /** Advances to a time. Goes back only after a reset. */
  async function goTo(time: number, { mayGoBack }: { mayGoBack: boolean }) {
    if (time > now || mayGoBack) now = time
    await moveClock()
  }

  async function playOne(input: SessionInput, before: SessionInput | undefined): Promise<number> {
    // The time that the order reached is recorded, whatever the clock's mode was.
    if (input.clock_after !== null) {
      now = timeOf(input.clock_after)
      await moveClock()
      return input.status
    }
    await goTo(timeOf(input.at), { mayGoBack: before !== undefined && isReset(before.path) })
    return send(stage, input, sizeOver(session))
  }

  await own('POST', '/clock', { mode: 'manual', set: toIso(now) })
  const statuses: number[] = []
  for (const [index, input] of session.inputs.entries()) {
    statuses.push(await playOne(input, session.inputs[index - 1]))
    const next = session.inputs[index + 1]
    if (ofRuns.test(input.path) && !(next && toRun.test(next.path))) await runsRest(stage, own)
    tell(index + 1)
  }
  const last = session.inputs.at(-1)
  await goTo(timeOf(session.ended_at), { mayGoBack: last !== undefined && isReset(last.path) })
  const { session: played } = await own<{ session: Session }>('GET', '/session')
  return { statuses, outcome: played.outcome }
}

/** A session is checked before it is played. */
const timeOf = (text: string): number => fromIso(text) ?? 0

const ofRuns = /^\/sandbox\/(?:scenarios\/[^/]+\/run|runs\/)/
/** An order to a run, which may be under way. */
const toRun = /^\/sandbox\/runs\//

/** Waits until no run continues by itself. */
async function runsRest(stage: Stage, own: <Answer>(method: string, path: string) => Promise<Answer>) {
  for (;;) {
    let stop = () => {}
    const changed = new Promise<void>((resolve) => {
      stop = stage.listen((news) => {
        if (news.some(({ kind }) => kind === 'run')) resolve()
      })
    })
    try {
      const { runs = [] } = await own<{ runs?: { paused: boolean }[] }>('GET', '/runs?state=running')
      if (runs.every(({ paused }) => paused)) return
      await changed
    } finally {
      stop()
    }
  }
}

/** A body over the limit is not stored. Any other body of that size is refused alike. */
const sizeOver = ({ config }: Session) => Number(config.body_limit_bytes) + 1

/** Sends a request as recorded. Returns its status, 0 without a response. */
function send(stage: Stage, input: SessionInput, oversize: number): Promise<number> {
  const { method, path, headers } = input
  const isKept = input.body !== null || input.body_base64 !== null
  const body = isKept ? bytesOf(input) : Buffer.alloc(oversize, ' ')
  const framing = body.length > 0 ? ['Content-Length', String(body.length)] : []
  return new Promise((resolve) => {
    const { hostname, port } = new URL(stage.url)
    const asked = httpRequest({
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path,
      headers: [...headers.flat(), ...framing, 'Connection', 'close'],
      agent: false,
    })
    // A request that hangs on purpose never gets a response. Its record on the bus shows this.
    const stop = stage.listen((news) => {
      if (news.some((one) => isUnanswered(one, path))) finish(0)
    })
    function finish(status: number) {
      stop()
      asked.destroy()
      resolve(status)
    }
    asked.on('response', (response) => {
      const { statusCode = 0 } = response
      // For a forwarded request, the record has the response.
      const status = isNotPassedOn(pairsOf(response.rawHeaders)) ? input.status : statusCode
      response.resume().on('close', () => finish(status))
    })
    asked.on('error', () => finish(0))
    asked.end(body)
  })
}

/** Whether a frame shows that a request to this path gets no response. */
function isUnanswered(news: News, path: string): boolean {
  if (news.kind === 'call') return news.tell().status === 0
  if (news.kind !== 'capture') return false
  const capture = news.tell()
  if ('deleted' in capture) return false
  const { reply, path: own, delivery_id } = capture
  return reply.kind === 'hang' && delivery_id === null && path.split('?')[0] === own
}

const bytesOf = ({ body, body_base64 }: SessionInput): Buffer =>
  body_base64 === null ? Buffer.from(body ?? '', 'utf8') : Buffer.from(body_base64, 'base64')
