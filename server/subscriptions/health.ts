/** Reads how the last deliveries of a subscription ended. */
import type { Database } from '../database/open.ts'
import { endedStates, mostOpen, recentDeliveries, type Subscription } from '../wire.ts'
import { toIso } from '../words/time.ts'

/** A function that reads the health of a subscription. Both queries follow an index and read a bounded number of rows. */
export function createHealth(database: Database): (subscriptionId: string) => Subscription['health'] {
  const recent = database.prepare<
    [string, number],
    { id: string; state: string; begun: number; at: number | null }
  >(
    'SELECT id, state, created_at AS begun, finished_at AS at FROM deliveries WHERE subscription_id = ? ORDER BY seq DESC LIMIT ?',
  )
  const retrying = database
    .prepare<[string, number], number>(
      `SELECT count(*) FROM (SELECT state FROM deliveries WHERE subscription_id = ? AND finished_at IS NULL ORDER BY seq LIMIT ?)
       WHERE state = 'retrying'`,
    )
    .pluck()
  return (subscriptionId) => {
    const ended = recent.all(subscriptionId, recentDeliveries).flatMap(({ id, begun, at, ...row }) => {
      const state = endedStates.find((one) => one === row.state)
      return at === null || state === undefined ? [] : [{ id, begun, at, state }]
    })
    const [last] = ended.toSorted((a, b) => b.at - a.at)
    const failed = ended.filter(({ state }) => state === 'failed' || state === 'wrongly_accepted').length
    return {
      last: last === undefined ? null : { delivery_id: last.id, state: last.state, at: toIso(last.at) },
      since: last === undefined ? null : toIso(Math.min(...ended.map(({ begun }) => begun))),
      of: ended.length,
      succeeded: ended.length - failed,
      failed,
      retrying: retrying.get(subscriptionId, mostOpen) ?? 0,
    }
  }
}
