/** Answers deliveries from a recorded session while it is played. */
import { isNotPassedOn } from '../capture/forward/played.ts'
import { type Attempting, type AttemptSender, noPhases, type Sender, type Sent } from '../client/send.ts'
import { untold } from '../words/outcome.ts'
import { fromIso } from '../words/time.ts'
import type { Session, SessionAttempt } from './session.ts'

/** Replaces the outside world of a sandbox in which a recorded session is played. */
export interface Playback {
  /** The address of the recorded sandbox, which identifies its endpoints. */
  baseUrl: string
  /** The seed that was recorded, and the counters at the beginning: ids follow from both. */
  seed: number
  counters: Readonly<Record<string, number>>
  /** The second that an attempt was signed at, undefined where that follows from the clock. */
  signedAt(attemptId: string): number | undefined
  /** A sender that gives the recorded responses. `here` returns the real address of one of the sandbox's own endpoints. */
  sender(real: Sender, here: (url: string) => string | undefined): AttemptSender
  /** Where a captured request is forwarded to. Undefined if it is not, since the response is recorded. */
  forwardsTo(url: string, here: (url: string) => string | undefined): string | undefined
}

/** The result of attempts that had no response at the end of the recording. */
const noAnswer: Sent = {
  outcome: { kind: 'refused', code: 'not_recorded', address: null },
  response: null,
  durationMs: 0,
  phases: noPhases,
  sentBytes: 0,
}

/**
 * Answers attempts from a recorded session. Attempts to the sandbox's own endpoints are really sent.
 * @param isExact whether the clock was always manual, so that an unrecorded attempt is a difference
 * @param isLive whether everything is really sent, and signed with the current time
 */
export function createPlayback(session: Session, { isExact, isLive }: { isExact: boolean; isLive: boolean }) {
  const recorded = new Map(session.outcome.attempts.map((attempt) => [attempt.id, attempt]))
  /** The functions that cut attempts without a response. */
  const held = new Set<Attempting['cut']>()
  let tellHeld = (_deliveryId: string) => {}

  /** Leaves an attempt without a response until it is cut. */
  function hold(deliveryId: string, sent: Sent | undefined): Attempting {
    let tell = (_sent: Sent) => {}
    const done = new Promise<Sent>((resolve) => {
      tell = resolve
    })
    tellHeld(deliveryId)
    function cut(outcome: Sent['outcome']) {
      held.delete(cut)
      tell(sent ?? { ...noAnswer, outcome })
    }
    held.add(cut)
    return { done, cut }
  }

  function answerOf(id: string, deliveryId: string): Attempting {
    const attempt = recorded.get(id)
    const sent = attempt && sentOf(attempt)
    // A user aborted it. The abort is played too.
    const isCut = sent?.outcome.kind === 'aborted'
    const isOpen = attempt ? sent === undefined : !isExact
    if (isCut || isOpen) return hold(deliveryId, sent)
    return { done: Promise.resolve(sent ?? noAnswer), cut() {} }
  }

  const playback: Playback = {
    baseUrl: session.base_url,
    seed: session.seed,
    counters: session.counters,
    signedAt(attemptId) {
      const attempt = recorded.get(attemptId)
      const time = attempt && !isLive ? fromIso(attempt.signed_at) : undefined
      return time === undefined ? undefined : Math.floor(time / 1_000_000)
    },
    sender: (real, here) => ({
      send(request, options) {
        const { attempt } = options
        const own = here(request.url)
        if (!isLive && own === undefined) return answerOf(attempt.id, attempt.deliveryId)
        const sending = real.send({ ...request, url: own ?? request.url }, options)
        return isLive
          ? sending
          : { ...sending, done: sending.done.then((sent) => orRecorded(sent, attempt.id)) }
      },
      close: real.close,
    }),
    forwardsTo: (url, here) => here(url) ?? (isLive ? url : undefined),
  }

  /** An endpoint that could not forward does not know the response. The record does. */
  function orRecorded(sent: Sent, id: string): Sent {
    const attempt = isNotPassedOn(sent.response?.headers ?? []) ? recorded.get(id) : undefined
    return (attempt && sentOf(attempt)) ?? sent
  }

  return {
    playback,
    /** Reports the deliveries whose attempts have no response, so that nobody waits for them. */
    whenHeld(tell: (deliveryId: string) => void) {
      tellHeld = tell
    },
    /** Ends them, because nobody needs them. */
    end() {
      for (const cut of held) cut({ kind: 'interrupted', code: 'session_over' })
    },
  }
}

/** How an attempt ended, or undefined if it had not. */
function sentOf({ outcome, duration_ms, phases, request, response }: SessionAttempt): Sent | undefined {
  if (outcome === null) return undefined
  return {
    outcome: untold(outcome),
    durationMs: duration_ms ?? 0,
    phases: phases ?? noPhases,
    sentBytes: request.sent_bytes ?? 0,
    response: response && {
      status: response.status,
      httpVersion: response.http_version,
      // A delivery's record does not include the reason.
      reason: '',
      headers: response.headers,
      ...(response.trailers && { trailers: response.trailers }),
      ...(response.interim && { interim: response.interim }),
      ...(response.behind && { behind: response.behind }),
      body:
        response.body_base64 === null
          ? Buffer.from(response.body, 'utf8')
          : Buffer.from(response.body_base64, 'base64'),
      size: response.size,
      truncated: response.truncated,
    },
  }
}
