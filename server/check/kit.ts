/** Makes what the requests of a check are made of: its events, which follow from the seed and the probe. */
import { seededFraction } from '../database/ids.ts'
import { type EventName, isEventName } from '../events/builders.ts'
import { kindOf } from '../events/catalogue.ts'
import type { FakerFor } from '../events/fake.ts'
import { factsOf } from '../faults/scheme-facts.ts'
import { toIsoOffset } from '../words/time.ts'
import type { CheckOrder } from './order.ts'
import type { Draft, Kit } from './probe.ts'

/**
 * The kit of a check, and the ids of the events that it has made.
 * @param given.usual the event that is sent where a probe asks for none
 * @param given.heard the events that the receiver subscribed to
 * @param given.now the wall clock, in microseconds
 */
export function createKit(
  { second_secret, thorough = false }: Pick<CheckOrder, 'second_secret' | 'thorough'>,
  given: Pick<Kit, 'recipe' | 'secret' | 'success'> & {
    usual: EventName
    heard: readonly EventName[]
    seed: number
    fakerFor: FakerFor
    nextId(): string
    now(): number
  },
): { kit: Kit; events: Set<string> } {
  const { recipe, secret, success, usual, heard, seed, fakerFor, nextId, now } = given
  const events = new Set<string>()
  const random = (label: string) => seededFraction(seed, `check:${label}`)
  const shared = {
    recipe,
    scheme: factsOf(recipe),
    secret,
    secondSecret: second_secret,
    thorough,
    success,
    families: () => (thorough ? [...heard] : familiesOf(heard)),
    hears: (event: string) => heard.some((name) => name === event),
    random,
  }
  const kitOf = (label: string): Kit => {
    let drawn = 0
    const draft = (event: string = usual): Draft => {
      const id = nextId()
      events.add(id)
      const at = now()
      const fake = fakerFor(Math.floor(random(`event:${label}:${drawn++}`) * 2 ** 32), at)
      const payload = isEventName(event)
        ? kindOf(event).build({ occurredAt: toIsoOffset(at), fake })
        : { event }
      return { id, event, payload }
    }
    return { ...shared, draft, of: kitOf }
  }
  return { kit: kitOf('check'), events }
}

/** One event of each family. */
function familiesOf(names: readonly EventName[]): EventName[] {
  const seen = new Set<string>()
  return names.filter((name) => {
    const [family = ''] = name.split('.')
    return !seen.has(family) && seen.add(family)
  })
}
