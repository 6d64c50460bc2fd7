/** The fields of a subscription that the platform's API and the sandbox's own share, and what both warn of. */
import { z } from 'zod'
import { cautionAbout } from '../client/network-policy.ts'
import { eventNames } from '../events/builders.ts'
import { nearestEvent } from '../events/patterns.ts'
import { webAddress } from '../schema/fields.ts'
import { fitsPattern } from '../words/pattern.ts'

const text = () => z.string('must be a string')

export const url = webAddress().meta({
  description: 'Where events are sent',
  example: 'http://localhost:3000/webhooks',
})
export const events = z
  .array(z.string('must be a string').min(1, 'must not be empty'), 'must be an array of strings')
  .min(1, 'must name at least one event')
  // The length is checked before the entries: every entry is matched against all events.
  .max(10_000, 'must be at most 10000 entries')
  .meta({ description: 'Event names; * matches any characters', example: ['card*'] })
export const description = text().meta({ description: 'What the webhook is for', example: 'Card events' })
export const version = text().meta({ description: 'The version of the event envelope', example: '0.1' })

/** Warnings about event patterns that match no event, and about an address that deliveries may never reach. */
export function warningsAbout(
  { url, events = [] }: { url?: string | undefined; events?: readonly string[] | undefined },
  allowPublic: boolean,
): string[] {
  const unknown = events.filter((entry) => !eventNames.some((name) => fitsPattern(entry, name)))
  const named = unknown.slice(0, 10).map((entry) => {
    const close = nearestEvent(entry)
    return close === undefined ? entry : `${entry} (did you mean ${close}?)`
  })
  const caution = url === undefined ? null : cautionAbout(url, allowPublic)
  return [
    ...(named.length > 0 ? [`no known event matches: ${named.join(', ')}`] : []),
    ...(caution === null ? [] : [caution]),
  ]
}
