/** Writes the log of a running sandbox: a line for each call, attempt and capture. */
import { type Frame, type FrameData, frameOf, type News } from '../wire.ts'
import { endedWell, otherDay, reasonBeside } from '../words/delivery-lines.ts'
import { duration } from '../words/duration.ts'
import { sayOutcome } from '../words/outcome.ts'
import { answeredWords } from '../words/short.ts'
import { type Line, span } from '../words/spans.ts'
import { clockTime, fromIso } from '../words/time.ts'
import { type CaptureNews, createCaptureNews } from './capture-news.ts'
import { paint } from './paint.ts'

/** The most lines in a second. More are only counted: nobody reads them, and writing them slows the sandbox down. */
const linesASecond = 100

/**
 * Writes a line for each frame that is worth a line.
 * @param needs.now the sandbox's time, ISO 8601
 * @param needs.elapsed a monotonic time, in ms
 */
export function createLog(needs: {
  write(line: string): void
  colour: boolean
  now(): string
  elapsed(): number
}) {
  const { colour } = needs
  let second = 0
  let written = 0
  let left = 0
  const captureNews = createCaptureNews()
  const going: Going = new Map()
  return (news: readonly News[]) => {
    for (const [place, one] of news.entries()) {
      if (!loggedKinds.includes(one.kind)) continue
      const now = Math.floor(needs.elapsed() / 1000)
      if (now !== second) {
        if (left > 0) needs.write(`${clockTime(needs.now())}  ${left} more lines were left out`)
        second = now
        written = 0
        left = 0
      }
      if (written >= linesASecond) {
        left++
        // The lines that are left out may include the end of these attempts.
        going.clear()
        continue
      }
      const frame = frameOf(one)
      const capture = frame.kind === 'capture' ? captureNews(frame) : undefined
      const line = capture
        ? captureLine(capture, needs.now())
        : logLine(frame, { now: needs.now(), before: news[place - 1], going })
      if (line === undefined) continue
      written++
      needs.write(paint(line, { colour }))
    }
  }
}

const loggedKinds: readonly string[] = ['call', 'delivery', 'capture']

/** The time of the next attempt, or `once` for an attempt that is due already. */
const whenNext = (due: string, now: string) =>
  (fromIso(due) ?? 0) > (fromIso(now) ?? 0) ? otherDay(due, now) + clockTime(due) : 'once'

/** Whether an attempt caused this change of a delivery: the frame before it is that attempt. */
function isOfAttempt({ id }: FrameData['delivery'], before: News | undefined): boolean {
  const frame = before?.kind === 'attempt' ? frameOf(before) : undefined
  return frame?.kind === 'attempt' && frame.data.delivery_id === id
}

/** The addresses of attempts under way, by delivery. The delivery's own address may change meanwhile. */
type Going = Map<string, string>

/**
 * The line for a frame, or undefined if the frame is not worth a line.
 * @param context.now the sandbox's time, ISO 8601
 * @param context.before the frame before
 */
function logLine(
  frame: Frame,
  { now, before, going }: { now: string; before: News | undefined; going: Going },
): Line | undefined {
  switch (frame.kind) {
    case 'call': {
      const { method, path, status, error_code, armed, outcome } = frame.data
      const said = outcome ?? `${status}${error_code ? ` ${error_code}` : ''}`
      const isGood = outcome === null && status < 400
      return [
        begin(now, 'call'),
        span(`${method} ${path} `),
        judged(isGood, said),
        span(armed ? ' (armed)' : ''),
      ]
    }
    case 'delivery': {
      const {
        id,
        event,
        url,
        state,
        attempts_made,
        last_outcome,
        last_duration_ms,
        reason,
        next_attempt_at,
      } = frame.data
      const isTold = isOfAttempt(frame.data, before)
      if (state === 'pending' && attempts_made === 0) return [begin(now, '-->'), span(`${event} to ${url}`)]
      if (state === 'sending' && isTold) going.set(id, url)
      if (state === 'pending' || state === 'sending') return undefined
      if (!isTold) {
        // The response has its line already. Only the due time or the address has changed.
        if (state === 'retrying') return undefined
        return [begin(now, '--x'), span(`${event} to ${url} `), judged(false, `${state}: ${reason ?? ''}`)]
      }
      const said = last_outcome ? sayOutcome(last_outcome) : (reason ?? state)
      const next = next_attempt_at ? `; again at ${whenNext(next_attempt_at, now)}` : ''
      const why = reasonBeside(frame.data)
      const end =
        state === 'failed' || state === 'cancelled' ? `; ${state}${why === undefined ? '' : `: ${why}`}` : ''
      const from = going.get(id) ?? url
      going.delete(id)
      return [
        begin(now, '<--'),
        judged(endedWell(frame.data), said),
        span(` ${event} from ${from} in ${duration(last_duration_ms ?? 0)}${next}${end}`),
      ]
    }
    default:
      return undefined
  }
}

function captureLine({ kind, row }: CaptureNews, now: string): Line {
  const { method, path, verdict, reply } = row
  const head = [begin(now, 'capture'), span(`${method} ${path} `)]
  const isGood = reply.status > 0 && reply.status < 400
  return kind === 'answered'
    ? [...head, judged(isGood, answeredWords(reply)), span(` (${reply.detail})`)]
    : [...head, judged(verdict.result !== 'failed', verdict.result), span(`, ${answeredWords(reply)}`)]
}

const begin = (now: string, what: string) => span(`${clockTime(now)}  ${what.padEnd(9)}`)
const judged = (isGood: boolean, text: string) => span(text, isGood ? 'green' : 'red')
