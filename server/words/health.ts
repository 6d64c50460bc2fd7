/** Says how the last deliveries of a subscription ended. */
import type { Subscription } from '../wire.ts'
import { dateTime } from './time.ts'

interface HealthPart {
  about: 'last' | 'failed' | 'retrying' | 'rate'
  text: string
  /** The search for the deliveries behind the figure. */
  q: string
}

/** Example: `last delivery succeeded 2026-01-01 09:00:00.000 UTC`, `1 failed`, `95% of the last 20 succeeded`. */
export function healthParts(health: Subscription['health'], timeWords = dateTime): HealthPart[] {
  const { last, since, of, succeeded, failed, retrying } = health
  const parts: HealthPart[] = []
  if (last !== null)
    parts.push({
      about: 'last',
      text: `last delivery ${last.state.replaceAll('_', ' ')} ${timeWords(last.at)}`,
      q: '',
    })
  if (failed > 0)
    parts.push({
      about: 'failed',
      text: `${failed} failed`,
      q: `state:failed,wrongly_accepted since:${since}`,
    })
  if (retrying > 0) parts.push({ about: 'retrying', text: `${retrying} retrying`, q: 'state:retrying' })
  // Rounded down, so that a failure never reads as 100 %.
  if (of > 0)
    parts.push({
      about: 'rate',
      text: `${Math.floor((succeeded / of) * 100)}% of the last ${of} succeeded`,
      q: `state:succeeded,refused,failed,wrongly_accepted since:${since}`,
    })
  return parts
}

export const sayHealth = (health: Subscription['health']): string =>
  healthParts(health)
    .map(({ text }) => text)
    .join(', ') || 'no delivery has ended yet'
