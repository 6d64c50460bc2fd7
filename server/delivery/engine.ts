import { setMaxListeners } from 'node:events'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Writer } from '../database/writer.ts'
import type { SubscriptionRecord, SubscriptionStore } from '../subscriptions/store.ts'
import type { Claim, Ledger } from './ledger.ts'
import type { Sender } from './send.ts'
import { settingsFor } from './settings.ts'
import type { DeliveryStore } from './store.ts'

export interface EngineNeeds {
  config: Config
  clock: Clock
  writer: Writer
  subscriptions: SubscriptionStore
  deliveries: DeliveryStore
  ledger: Ledger
  sender: Sender
  /** Told of what must not happen: a claim or an end that could not be written down. */
  onTrouble(error: unknown): void
}

/** How long a lane rests after its claim could not be written, such as on a full disk. Real time, ms. */
const troubleRestMs = 1000

/** Cuts all attempts at once. Each of them listens, and Node takes more than ten listeners for a leak. */
function newCut(): AbortController {
  const cut = new AbortController()
  setMaxListeners(0, cut.signal)
  return cut
}

/**
 * Makes the attempts that are due. What is to be done stands in the database; here is only what is under way:
 * one lane a subscription, each with its own bound, so that a slow receiver holds up nobody else.
 */
export function createEngine(needs: EngineNeeds & { after(ms: number, run: () => void): () => void }) {
  const { config, clock, writer, subscriptions, deliveries, ledger, sender } = needs
  const underWay = new Map<string, number>()
  const claiming = new Set<string>()
  const resting = new Set<string>()
  let waiters: (() => void)[] = []
  let cut = newCut()
  let generation = 0
  let stopped = false
  let planned = false
  /** Set while a reset empties the tables: nothing is claimed or written down then. */
  let held: Promise<void> | undefined
  const alarm = clock.alarm(() => wake())

  const busy = (id: string) => underWay.get(id) ?? 0
  const total = () => [...underWay.values()].reduce((sum, count) => sum + count, 0)

  /** Looks over every lane in a while: at the end of this turn, so that many news cost one look. */
  function wake() {
    if (planned || stopped) return
    planned = true
    setImmediate(() => {
      planned = false
      pump()
    })
  }

  function pump() {
    if (stopped) return
    for (const subscription of subscriptions.enabled()) void pumpLane(subscription)
    rearm()
    tellIfSettled()
  }

  function rearm() {
    const times = subscriptions.enabled().flatMap((subscription) => {
      const time = laneDue(subscription)
      return time === null || time <= clock.now() ? [] : [time]
    })
    alarm.set(times.length > 0 ? Math.min(...times) : null)
  }

  const laneDue = (subscription: SubscriptionRecord) =>
    deliveries.nextDue(subscription.id, subscription.ordered)

  async function pumpLane(subscription: SubscriptionRecord) {
    const { id } = subscription
    const free = settingsFor(config.delivery, subscription).concurrency - busy(id)
    if (free <= 0 || claiming.has(id) || resting.has(id)) return
    const due = laneDue(subscription)
    if (due === null || due > clock.now()) return
    claiming.add(id)
    const born = generation
    try {
      const claims = await writer.write((tx) =>
        born === generation && !stopped && held === undefined ? ledger.claim(tx, subscription, free) : [],
      )
      claiming.delete(id)
      if (born === generation) for (const claim of claims) void run(claim, born)
    } catch (error) {
      claiming.delete(id)
      rest(id, error)
    }
    tellIfSettled()
  }

  function rest(id: string, error: unknown) {
    needs.onTrouble(error)
    resting.add(id)
    needs.after(troubleRestMs, () => {
      resting.delete(id)
      wake()
    })
  }

  async function run(claim: Claim, born: number) {
    const { id } = claim.subscription
    underWay.set(id, busy(id) + 1)
    const sent = await sender.send(claim.request, { timeoutMs: claim.timeoutMs, signal: cut.signal })
    while (born === generation) {
      try {
        await held
        const written = await writer.write((tx) => {
          if (born !== generation || held !== undefined) return false
          ledger.settle(tx, claim, sent)
          return true
        })
        if (written) break
      } catch (error) {
        // What a receiver has answered is kept at hand until it can be written down.
        needs.onTrouble(error)
        if (stopped) break
        await new Promise<void>((resolve) => needs.after(troubleRestMs, resolve))
      }
    }
    if (born !== generation) return
    underWay.set(id, busy(id) - 1)
    if (stopped) tellIfSettled()
    else wake()
  }

  /** The earliest time at which something is to be done, or null. */
  function nextDue(): number | null {
    const times = subscriptions
      .enabled()
      .map(laneDue)
      .filter((time) => time !== null)
    return times.length > 0 ? Math.min(...times) : null
  }

  function isSettled() {
    if (total() > 0 || claiming.size > 0) return false
    const due = nextDue()
    return due === null || due > clock.now()
  }

  function tellIfSettled() {
    if (waiters.length === 0 || !(stopped ? total() === 0 : isSettled())) return
    const told = waiters
    waiters = []
    for (const tell of told) tell()
  }

  /** Fulfilled when nothing is under way and nothing is due now; once stopped, when nothing is under way. */
  function settled(): Promise<void> {
    return new Promise((resolve) => {
      waiters.push(resolve)
      if (stopped) tellIfSettled()
      else wake()
    })
  }

  return {
    wake,
    nextDue,
    /** How many attempts are under way. */
    underWay: total,
    settled,
    stopped: () => stopped,
    /**
     * Does `work`, which empties the tables, and then forgets all that was under way: what it brings is neither awaited nor
     * written down. If `work` fails, everything goes on as before.
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
        cut.abort()
        cut = newCut()
        underWay.clear()
        return result
      } finally {
        held = undefined
        release()
        wake()
      }
    },
    /** Starts nothing more, gives attempts under way `drainMs` to end, then cuts them. */
    async stop(drainMs: number) {
      stopped = true
      alarm.set(null)
      const cancel = needs.after(drainMs, () => cut.abort())
      await settled()
      cancel()
      await sender.close()
    },
  }
}
export type Engine = ReturnType<typeof createEngine>
