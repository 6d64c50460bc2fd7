/** Arms errors and decides which calls they answer. */
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Ids } from '../../database/ids.ts'
import type { Transaction } from '../../database/writer.ts'
import type { ArmedError, ArmedSource } from '../../wire.ts'
import { fitsPattern } from '../../words/pattern.ts'
import { type ArmedEffect, type ArmedRecord, armOrder, type NewArmed } from './armed.ts'
import { type ArmedStore, armedWire } from './store.ts'

/** The parts of a call that decide about armed errors. */
interface MatchedCall {
  method: string
  /** Without the prefix and the query, as routes match it. */
  path: string
  identity: string | null
}

/** Whether an armed error applies to a call. Unset conditions always hold. */
function isMeantFor(record: ArmedRecord, call: MatchedCall): boolean {
  return (
    (record.method === null || methodsOf(call).includes(record.method)) &&
    (record.path === null || pathMatches(record.path, call.path)) &&
    (record.identity === null || record.identity === call.identity)
  )
}

/** A HEAD request uses the operation of GET. */
const methodsOf = ({ method }: MatchedCall) => (method === 'HEAD' ? ['HEAD', 'GET'] : [method])

/** `*` and a parameter such as `{card_id}` match any characters. */
const pathMatches = (pattern: string, path: string) =>
  fitsPattern(bare(pattern.replace(/\{\w+\}/g, '*')), bare(path))

/** A final slash makes no difference here, since some routes ignore it. */
const bare = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path)

/**
 * Whether an armed error fires at its `matched`-th call.
 * @param draw a fraction in [0, 1) that follows from the seed
 */
function fires(
  { after, times, fired, matched, probability }: Omit<ArmedRecord, 'effect'>,
  draw: number,
): boolean {
  if (matched <= after) return false
  if (times !== null && fired >= times) return false
  return probability === null || draw < probability
}

/** The effect on a call, and the armed error's id, or `header`. */
export interface Fired {
  effect: ArmedEffect
  by: string
  delayMs: number
}

/** The errors that wait for calls: arming, firing and disarming. */
export function createArmory(needs: { config: Config; armed: ArmedStore; ids: Ids; clock: Clock }) {
  const { config, armed, ids, clock } = needs

  /** Frames are kept for long, so their data excludes the body, which may be large. */
  const laterOf = (then: ArmedError) => () => {
    const found = armed.find(then.id)
    return found && { ...then, body: armedWire(found).body }
  }
  function tell(tx: Transaction, record: ArmedRecord, seq?: number) {
    const told = armedWire(record)
    tx.announce('armed_error', { now: () => told, later: laterOf({ ...told, body: null }) }, seq)
  }
  const tellGone = (tx: Transaction, id: string) => tx.announce('armed_error', () => ({ id, deleted: true }))

  function arm(tx: Transaction, order: NewArmed, source: ArmedSource = 'api'): ArmedRecord {
    const record: ArmedRecord = {
      seq: tx.seq(),
      id: ids.next('arm'),
      effect: order.effect,
      method: order.method ?? null,
      path: order.path ?? null,
      identity: order.identity ?? null,
      times: order.times ?? null,
      after: order.after ?? 0,
      probability: order.probability ?? null,
      delayMs: order.delayMs ?? 0,
      source,
      matched: 0,
      fired: 0,
      createdAt: clock.now(),
    }
    armed.prune()
    armed.insert(record)
    tell(tx, record, record.seq)
    return record
  }

  function disarm(tx: Transaction, record: ArmedRecord) {
    armed.remove(record)
    tellGone(tx, record.id)
  }

  return {
    arm,
    disarm,
    /** Arms the errors of the config, in place of those armed before. */
    armConfigured(tx: Transaction) {
      for (const record of armed.ofConfig()) disarm(tx, record)
      for (const fields of config.armed_errors) arm(tx, armOrder(fields), 'config')
    },
    /** Counts a call at every armed error that applies to it, in order, until one fires. */
    meet(tx: Transaction, call: MatchedCall): Fired | undefined {
      for (const record of armed.live()) {
        if (!isMeantFor(record, call)) continue
        const counted = { ...record, matched: record.matched + 1 }
        const hit = fires(counted, ids.fractionOf(`${record.id}:${counted.matched}`))
        if (hit) counted.fired++
        armed.count(counted)
        tell(tx, counted)
        if (hit) return { effect: record.effect, by: record.id, delayMs: record.delayMs }
      }
      return undefined
    },
  }
}
export type Armory = ReturnType<typeof createArmory>
