import { type Frame, type FrameData, frameOf, type News } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { sayOutcome } from '../words/outcome.ts'
import { answeredWords } from '../words/short.ts'
import { type Line, span } from '../words/spans.ts'
import { clockTime, fromIso } from '../words/time.ts'
import { type CaptureNews, createCaptureNews } from './capture-news.ts'
import { endedWell, otherDay, reasonBeside } from './delivery-words.ts'
import { paint } from './paint.ts'

/** More lines than these in a second are counted instead: nobody reads them, and writing them holds up what they tell of. */
const linesASecond = 100

/**
 * Writes a line for each piece of news that is worth one.
 * @param needs.now the sandbox's time, ISO 8601
 * @param needs.elapsed a monotonic reading, in ms
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
        if (left > 0)
          needs.write(`${clockTime(needs.now())}  and ${left} more that were not shown one by one`)
        second = now
        written = 0
        left = 0
      }
      if (written >= linesASecond) {
        left++
        // What is left out may be their end.
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

/** What is due already leaves as soon as it can: a time that is over would say nothing. */
const whenNext = (due: string, now: string) =>
  (fromIso(due) ?? 0) > (fromIso(now) ?? 0) ? otherDay(due, now) + clockTime(due) : 'once'

/** Whether news of a delivery comes of an attempt that has ended: that is told directly before it. */
function isOfAttempt({ id }: FrameData['delivery'], before: News | undefined): boolean {
  const frame = before?.kind === 'attempt' ? frameOf(before) : undefined
  return frame?.kind === 'attempt' && frame.data.delivery_id === id
}

/** Where attempts under way go, by their deliveries: what waits may be sent elsewhere meanwhile. */
type Going = Map<string, string>

/**
 * One line for people about a piece of news, or undefined when it is not worth one.
 * @param asked.now the sandbox's time, ISO 8601
 * @param asked.before the news before it
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
        // Told when it was answered: it is only due at another time now, or goes elsewhere.
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
