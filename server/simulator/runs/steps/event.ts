/** The step that triggers events. */
import { plural } from '../../../words/plural.ts'
import type { Read } from '../../scenarios/kinds.ts'
import type { Done, StepWorld } from '../context.ts'

/** Triggers an event, or every event that a pattern matches, for the run. */
export async function event(
  given: Read<'event'>,
  { needs, going, run, subscription, unlessOver }: StepWorld,
): Promise<Done> {
  const { id, identity } = run()
  const fired = needs.trigger.trigger(
    {
      ...given,
      count: given.count ?? 1,
      // Other subscriptions of a named subscription's identity may match too.
      subscription_id: going.isNamed ? subscription().id : undefined,
    },
    { source: 'scenario', runId: id, identity },
  )
  // Many events take time, and a stop does not wait for them.
  const { events, deliveries, counts } = await unlessOver(fired)
  const names = [...new Set(events.map((one) => one.event))]
  const said = names.length === 1 ? (names[0] ?? '') : `${counts.events} events`
  const sent = plural(counts.deliveries, 'delivery', 'deliveries')
  return {
    detail: `${said}, ${sent}`,
    result: { deliveries: counts.deliveries },
    keeps: events[0],
    refs: [
      ...events.map((one) => ({ kind: 'event' as const, id: one.id })),
      ...deliveries.map((one) => ({ kind: 'delivery' as const, id: one.id })),
    ],
  }
}
