/** Finds the records that belong to a run. */
import { toldBody } from '../../../body/body-limit.ts'
import type { List } from '../../../database/list.ts'
import { deliveryWire } from '../../../delivery/record.ts'
import type { Expectable } from '../../scenarios/kinds.ts'
import type { RunnerNeeds, StepWorld } from '../context.ts'

export type Row = { id: string; seq: number }

/** The most records of one kind that are examined. */
const most = 100_000

/** The records of a kind that belong to a run and come after `since`, oldest first. */
export function rowsOf(
  kind: Expectable,
  world: Pick<StepWorld, 'needs' | 'run' | 'going' | 'subscription'>,
  since: number,
): Row[] {
  const { needs, run } = world
  const { id, endpoint, subscriptionId } = run()
  const all = (list: List<Row>, filters: Record<string, string>) =>
    list.arrived({ filters, limit: most, since })
  // Other subscriptions of the identity may get the same events.
  const own = () => all(needs.deliveries.list, { run_id: id, subscription_id: subscriptionId })
  switch (kind) {
    case 'event':
      return all(needs.events.list, { run_id: id })
    case 'delivery':
      return own()
    case 'call':
      return all(needs.calls.list, { run_id: id })
    case 'capture': {
      const receiver = endpoint ?? needs.endpointOf(world.subscription().url)
      if (receiver === undefined) return []
      // Other senders and runs may use the endpoint, so only captures of this run's deliveries count.
      const delivered = new Set(own().map((delivery) => delivery.id))
      const captures = needs.captures.list.arrived({
        filters: { endpoint: receiver },
        limit: most,
        since,
      })
      // After some faults, a capture names no delivery. It then only belongs to the run at the run's own receiver.
      return captures.filter(({ delivery_id }) =>
        delivery_id === null ? endpoint !== null : delivered.has(delivery_id),
      )
    }
  }
}

/** A record with all its stored data. */
export function wholeOf(kind: Expectable, { needs }: Pick<StepWorld, 'needs'>, { id }: Row): unknown {
  switch (kind) {
    case 'event':
      return needs.events.find(id)
    case 'call':
      return needs.calls.find(id)
    case 'capture':
      return needs.captures.find(id)
    case 'delivery':
      return wholeDelivery(needs, id)
  }
}

function wholeDelivery({ deliveries, attempts, ledger }: RunnerNeeds, id: string) {
  const record = deliveries.find(id)
  if (!record) return undefined
  const { body } = ledger.contentOf(record)
  const made = Array.from(attempts.of(record.seq, body), ({ attempt }) => attempt)
  return { ...deliveryWire(record), ...toldBody(body), attempts: made }
}
