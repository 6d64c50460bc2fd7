import type { ArmedError } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { sayDuration } from '../words/time.ts'

export const armedPath = '/sandbox/armed-errors'

/** What is answered: a code, a status, or no answer at all. */
export const nameOf = ({ code, status, outcome }: ArmedError): string => code ?? outcome ?? String(status)

/** At which calls an armed error fires, and how. */
export function conditionsOf(armed: ArmedError): string {
  const { method, path, identity, times, after, probability, delay_ms } = armed
  const calls = [method, path].filter((one) => one !== null).join(' ') || 'every call'
  return [
    `at ${calls}`,
    identity !== null && `of ${identity}`,
    after > 0 && `after ${plural(after, 'call')} let through`,
    times !== null && plural(times, 'time'),
    probability !== null && `with probability ${probability}`,
    delay_ms > 0 && `${sayDuration(delay_ms)} late`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}
