import { toldBody } from '../../../body/body-limit.ts'
import type { List } from '../../../database/list.ts'
import { deliveryWire } from '../../../delivery/record.ts'
import type { Expectable } from '../../scenarios/kinds.ts'
import type { RunnerNeeds, StepWorld } from '../context.ts'

export type Row = { id: string; seq: number }

/** More records than these of one kind are not looked at. */
const most = 100_000

/** The records of a kind that belong to a run and are newer than `since`, oldest first. */
export function rowsOf(
  kind: Expectable,
  world: Pick<StepWorld, 'needs' | 'run' | 'going' | 'subscription'>,
  since: number,
): Row[] {
  const { needs, run } = world
  const { id, endpoint, subscriptionId } = run()
  const all = (list: List<Row>, filters: Record<string, string>) =>
    list.arrived({ filters, limit: most, since })
  // Its identity may have other subscriptions, which hear the same.
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
      // Others send there too, and where identities are shared other runs: only what was delivered by this run counts.
      const delivered = new Set(own().map((delivery) => delivery.id))
      const captures = needs.captures.list.arrived({
        filters: { endpoint: receiver },
        limit: most,
        since,
      })
      // What tells no delivery, as after some faults, can be known as the run's at its own receiver only.
      return captures.filter(({ delivery_id }) =>
        delivery_id === null ? endpoint !== null : delivered.has(delivery_id),
      )
    }
  }
}

/** A record with all that is kept of it. */
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
