/**
 * Makes the attempts that are due. Over 300 lines: the steps of work under way are shown in one place, in order.
 */
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { Outside } from '../outside.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { Settled } from './aftermath.ts'
import type { Claim } from './claims.ts'
import { createLanes, type Lanes } from './lanes.ts'
import type { Ledger } from './ledger.ts'
import type { InTurn } from './order.ts'
import { createWaves, type Ended, freedBy } from './order.ts'
import { settingsFor } from './settings.ts'
import type { DeliveryStore } from './store.ts'
import { createByHand, createUnderWay, type UnderWay } from './under-way.ts'

export interface EngineNeeds {
  config: Config
  clock: Clock
  writer: Writer
  subscriptions: SubscriptionStore
  deliveries: DeliveryStore
  ledger: Ledger
  sender: InTurn
  outside: Outside
  /** Called at the end of each delivery, in the transaction that records it. */
  onSettled(tx: Transaction, subscriptionId: string, settled: Settled): void
  /** Called if a claim or an end could not be stored. */
  onTrouble(error: unknown): void
}

/** How long all work pauses after a storage error, such as a full disk. Real time, ms. */
const troubleRestMs = 1000
/** How long requests to the sandbox's own endpoints are waited for before it accepts no more connections. Real time, ms. */
const ownMs = 250
/** The most attempts that a lane claims in one transaction, so that a wide lane delays no other. */
const claimedAtOnce = 32
/**
 * The most attempts that all lanes claim together, so that many subscriptions neither delay others nor flood a receiver.
 */
const claimedInAll = 256

/**
 * Makes the attempts that are due. Pending work is in the database; memory only holds what is under way. Each subscription
 * has a lane with its own limit, so that a slow receiver delays nobody else. Each turn records ended attempts and claims new
 * ones in one transaction. The steps of one attempt:
 * - `turn` claims it (claims.ts composes and signs it)
 * - after the commit `underWay.start` sends it (under-way.ts, client/send.ts)
 * - its end passes the `waves` (order.ts)
 * - the next `turn` settles it (ledger.ts; aftermath.ts and retry.ts decide what follows)
 * - the news of that commit go to the bus.
 */
export function createEngine(needs: EngineNeeds) {
  const { config, clock, writer, subscriptions, deliveries, ledger, sender } = needs
  const lanes = createLanes(clock)
  let ended: Ended[] = []
  let turnPlanned = false
  let resting = false
  const waiters: (() => void)[] = []
  let generation = 0
  let stopped = false
  /** Set while a reset empties the tables. Nothing is claimed or recorded then. */
  let held: Promise<void> | undefined
  const underWay = createUnderWay({
    sender,
    elapsed: needs.outside.elapsed,
    after: needs.outside.after,
    onEnded: (one, sents) => waves.ended({ underWay: one, sents }),
    onOneEnded: () => waves.goesOn(),
    onConnected: (id) => void (lanes.opens(id) && wake(id)),
    onSomeEnded(one, sents) {
      const work = (tx: Transaction) => {
        if (held === undefined && underWay.holds(one)) ledger.endSome(tx, one.claim, sents)
      }
      // If this write fails, the end is recorded together with the others.
      waves.someEnded(one, () => void writer.write(work).catch(needs.onTrouble))
    },
  })
  const waves = createWaves({
    keepsOrder: () => !stopped && clock.state().mode === 'manual',
    after: needs.outside.after,
    underWay: underWay.awaited,
    tell(handedOn) {
      ended.push(...handedOn)
      planTurn()
    },
  })
  sender.onTurn(waves.goesOn)
  const byHand = createByHand({
    underWay,
    elapsed: needs.outside.elapsed,
    hasEnded: (one) => waves.holds(one) || ended.some(({ underWay: done }) => done === one),
    leavePlace,
    wake,
    present: subscriptions.find,
  })
  const alarm = clock.alarm(() => rearm())
  const lastOfTransaction = { work: turn, failed: rest }

  /** Checks a subscription's lane, or all lanes, in the next transaction. */
  function wake(subscriptionId?: string) {
    lanes.want(subscriptionId)
    planTurn()
  }

  /** As {@link wake}, but within the current transaction: what it made due is sent with its commit. */
  function wakeIn(tx: Transaction, subscriptionId?: string) {
    lanes.want(subscriptionId)
    tx.atEnd(lastOfTransaction)
  }

  function planTurn() {
    if (turnPlanned || resting || held !== undefined) return
    turnPlanned = true
    writer.write((tx) => tx.atEnd(lastOfTransaction)).catch(rest)
  }

  function rest(error: unknown) {
    needs.onTrouble(error)
    turnPlanned = false
    if (stopped) {
      // The responses are lost with the storage. At the next start they count as interrupted.
      ended = []
      underWay.forget()
      return tellIfSettled()
    }
    if (resting) return
    resting = true
    needs.outside.after(troubleRestMs, () => {
      resting = false
      wake()
    })
  }

  /** Records ended attempts and claims the next. Memory only changes after the commit. */
  function turn(tx: Transaction) {
    turnPlanned = false
    if (held !== undefined) return
    const asked = lanes.beginLook()
    // More attempts may end before the commit.
    const settling = [...ended]
    for (const { underWay: done, sents } of settling) {
      const { subscription } = done.claim
      lanes.saw(subscription.id, sents)
      const present = subscriptions.findEnabled(subscription.id) ?? subscription
      const settled = ledger.settle(tx, done.claim, sents, present)
      if (settled !== 'open') needs.onSettled(tx, subscription.id, settled)
    }
    const freed = freedBy(settling)
    const made: Turn = { settling, claims: [], looked: new Map(), passedOver: new Set() }
    if (!stopped) {
      for (const subscription of lanes.inTurn(lanesOf(asked, freed))) {
        const { id } = subscription
        if (lanes.isResting(id)) continue
        const { concurrency } = settingsFor(config.delivery, subscription)
        const free = lanes.free(id, concurrency) + (freed.get(id) ?? 0)
        const left = claimedInAll - made.claims.length
        if (left === 0 && free > 0) made.passedOver.add(id)
        const limit = Math.min(free, claimedAtOnce, left)
        const claimed = limit > 0 ? ledger.claim(tx, subscription, limit) : []
        made.claims.push(...claimed)
        made.looked.set(id, whenNext(subscription, { claimed: claimed.length, limit, free }))
      }
    }
    const born = generation
    tx.afterCommit(() => {
      if (born === generation) committed(made)
    })
  }

  /** A full lane is checked when a place becomes free. A lane that may have more work is checked in the next turn. */
  function whenNext(
    subscription: SubscriptionRecord,
    { claimed, limit, free }: { claimed: number; limit: number; free: number },
  ): number | null {
    if (claimed >= free) return null
    return claimed === limit ? 0 : laneDue(subscription)
  }

  function lanesOf(asked: Lanes, freed: ReadonlyMap<string, number>): readonly SubscriptionRecord[] {
    // Of thousands of subscriptions, few have work.
    const ids = new Set([...(asked === 'all' ? deliveries.openLanes() : asked), ...freed.keys()])
    return [...ids].flatMap((id) => subscriptions.findEnabled(id) ?? [])
  }

  function committed({ settling, claims, looked, passedOver }: Turn) {
    ended = ended.slice(settling.length)
    for (const { underWay: done } of settling) {
      leavePlace(done)
      underWay.end(done)
    }
    lanes.endLook(looked, passedOver)
    for (const claim of claims) {
      lanes.take(claim.subscription.id)
      underWay.start(claim)
    }
    rearm()
    tellIfSettled()
  }

  function leavePlace(one: UnderWay) {
    if (!one.holdsPlace) return
    one.holdsPlace = false
    lanes.leave(one.claim.subscription.id)
    waves.look()
  }

  function rearm() {
    const next = lanes.wantDue(clock.now())
    alarm.set(stopped ? null : next)
    if (lanes.areWanted()) planTurn()
  }

  /** Whether the delivery has ended otherwise, such as by a cancel, so that nobody waits for the attempt. */
  const isOver = ({ claim }: UnderWay) => deliveries.at(claim.delivery.seq)?.finishedAt !== null

  /** Runs `work` while nothing begins in these lanes. `work` may add lanes. */
  const whileResting = <T>(which: Lanes, work: () => Promise<T>): Promise<T> =>
    lanes.whileResting(which, work).finally(() => wake())

  const laneDue = (subscription: SubscriptionRecord) =>
    deliveries.nextDue(subscription.id, subscription.ordered)

  /** The earliest time at which work is due, or null. */
  function nextDue(): number | null {
    const open = deliveries.openLanes().flatMap((id) => subscriptions.findEnabled(id) ?? [])
    const times = open.flatMap((subscription) => laneDue(subscription) ?? [])
    return times.length > 0 ? Math.min(...times) : null
  }

  function isSettled() {
    if (underWay.awaited().length > 0 || turnPlanned) return false
    const due = nextDue()
    return due === null || due > clock.now()
  }

  function tellIfSettled() {
    if (waiters.length === 0 || !(stopped ? underWay.count() === 0 : isSettled())) return
    for (const tell of waiters.splice(0)) tell()
  }

  /** Fulfilled when nothing is under way and nothing is due. After a stop, when nothing is under way. */
  function settled(): Promise<void> {
    return new Promise((resolve) => {
      waiters.push(resolve)
      if (stopped) tellIfSettled()
      else wake()
    })
  }

  return {
    wake,
    wakeIn,
    nextDue,
    settled,
    /** The number of deliveries under way. */
    underWay: () => underWay.awaited().length,
    /** The number of deliveries that a stop waits for, including released but not cancelled ones. */
    unended: () => underWay.all().filter((one) => !isOver(one)).length,
    stopped: () => stopped,
    replaying: underWay.replaying,
    ...byHand,
    whileResting,
    /**
     * Runs `work`, which takes several transactions. On a manual clock nothing begins meanwhile, so that the order of
     * attempts does not depend on how long they take.
     */
    steadily: <T>(work: () => Promise<T>): Promise<T> =>
      clock.state().mode === 'manual' ? whileResting('all', work) : work(),
    /**
     * Runs `work`, which empties the tables, and then forgets everything under way: its results are neither
     * awaited nor recorded. If `work` fails, everything continues as before.
     */
    async forgetAfter<T>(work: () => Promise<T>): Promise<T> {
      while (held !== undefined) await held
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      try {
        const result = await work()
        generation++
        underWay.cutAll({ kind: 'interrupted', code: 'reset' })
        underWay.forget()
        waves.forget()
        lanes.forget()
        ledger.forgetHastened()
        ended = []
        return result
      } finally {
        held = undefined
        release()
        wake()
      }
    },
    /**
     * Starts no more attempts. Fulfilled when those of the sandbox's own endpoints have ended, or soon: until then the
     * sandbox must still accept connections.
     */
    async halt() {
      stopped = true
      waves.look()
      alarm.set(null)
      await sender.endOwn(ownMs)
    },
    /** After {@link halt}: waits `drainMs` for attempts under way, and then cuts them. Attempts of ended deliveries are cut at once. */
    async stop(drainMs: number) {
      const outcome = { kind: 'interrupted', code: 'stopped' } as const
      underWay.cutAll(outcome, isOver)
      const cancel = needs.outside.after(drainMs, () => underWay.cutAll(outcome))
      await settled()
      cancel()
      await sender.close()
    },
  }
}
export type Engine = ReturnType<typeof createEngine>

/** What a turn has recorded: ended attempts, new attempts, and the state of the lanes. */
interface Turn {
  settling: Ended[]
  claims: Claim[]
  looked: Map<string, number | null>
  passedOver: Set<string>
}
