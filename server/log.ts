import { styleText } from 'node:util'
import { describeOutcome } from './delivery/outcome.ts'
import type { Frame } from './wire.ts'

const clockTime = (iso: string) => iso.slice(11, 23)

/**
 * One line for people about a piece of news, or undefined when it is not worth one.
 * @param now the sandbox's time, ISO 8601
 */
export function logLine(frame: Frame, now: string): string | undefined {
  switch (frame.kind) {
    case 'call': {
      const { method, path, status, error_code, armed, outcome } = frame.data
      const said = outcome ?? `${status}${error_code ? ` ${error_code}` : ''}`
      return `${clockTime(now)}  call     ${method} ${path} ${coloured(outcome === null && status < 400, said)}${armed ? ' (armed)' : ''}`
    }
    case 'delivery': {
      const { event, url, state, attempts_made, last_outcome, last_duration_ms, reason, next_attempt_at } =
        frame.data
      if (state === 'pending' && attempts_made === 0) return `${clockTime(now)}  -->      ${event} to ${url}`
      if (state === 'pending' || state === 'sending') return undefined
      const said = last_outcome ? describeOutcome(last_outcome) : (reason ?? state)
      const next = next_attempt_at ? `; again at ${clockTime(next_attempt_at)}` : ''
      const end = state === 'failed' || state === 'cancelled' ? `; ${state}: ${reason}` : ''
      return `${clockTime(now)}  <--      ${coloured(state === 'succeeded', said)} ${event} from ${url} in ${last_duration_ms ?? 0} ms${next}${end}`
    }
    case 'capture': {
      const { method, path, verdict, reply } = frame.data
      const { result } = verdict
      return `${clockTime(now)}  capture  ${method} ${path} ${coloured(result !== 'failed', result)}, answered ${reply.status}`
    }
    default:
      return undefined
  }
}

const coloured = (good: boolean, text: string) => styleText(good ? 'green' : 'red', text)
