/** Says how the last deliveries of a subscription ended. */
import type { Subscription } from '../wire.ts'
import { dateTime } from './time.ts'

interface HealthPart {
  /** The figure, and so the list of deliveries behind it. */
  about: 'last' | 'failed' | 'retrying' | 'rate'
  text: string
}

/** Example: `last delivery succeeded 2026-01-01 09:00:00.000 UTC`, `1 failed`, `95 % of the last 20 succeeded`. */
export function healthParts({ last, of, succeeded, failed, retrying }: Subscription['health']): HealthPart[] {
  const parts: HealthPart[] = []
  if (last !== null)
    parts.push({
      about: 'last',
      text: `last delivery ${last.state.replaceAll('_', ' ')} ${dateTime(last.at)}`,
    })
  if (failed > 0) parts.push({ about: 'failed', text: `${failed} failed` })
  if (retrying > 0) parts.push({ about: 'retrying', text: `${retrying} retrying` })
  // Rounded down, so that a failure never reads as 100 %.
  if (of > 0)
    parts.push({
      about: 'rate',
      text: `${Math.floor((succeeded / of) * 100)} % of the last ${of} succeeded`,
    })
  return parts
}

export const sayHealth = (health: Subscription['health']): string =>
  healthParts(health)
    .map(({ text }) => text)
    .join(', ') || 'no delivery has ended yet'
