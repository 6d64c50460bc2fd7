import { type Attempting, type AttemptSender, notSent, type Sent } from '../client/send.ts'
import { createRegister } from '../memory/register.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { Outcome } from '../wire.ts'
import type { Claim, ClaimedAttempt } from './claims.ts'
import type { DeliveryRecord } from './record.ts'

/** A claim whose attempts are being made. */
export interface UnderWay {
  /** Where it stands in the register. */
  slot: number
  claim: Claim
  attempting: Attempting[]
  /** Rises from each that begins to the next. */
  order: number
  /** A monotonic reading, in ms. */
  began: number
  /** Whether it still takes a place in its lane. */
  holdsPlace: boolean
  /** Whether its wave waits for it no more: it is handed on, or too slow. */
  isPassed: boolean
  /** Fulfilled when its end is written down. */
  settled: Promise<void>
  tellSettled(): void
}

/** So long after one of several attempts has ended the others are waited for before it is written down. Real time, ms. */
const aloneMs = 500

/** What is recorded of an attempt that a fault keeps from leaving. */
const dropped = notSent({ kind: 'dropped', code: 'fault_drop' })

/** What is being sent. */
export function createUnderWay(needs: {
  sender: AttemptSender
  elapsed(): number
  after(ms: number, run: () => void): () => void
  /** Told when an attempt for a subscription has a connection. */
  onConnected(subscriptionId: string): void
  /** Told when one of several attempts of a claim has ended. */
  onOneEnded(): void
  /** Told of those that have ended, in the places of their attempts, where others of the claim go on for a while. */
  onSomeEnded(one: UnderWay, sents: readonly (Sent | undefined)[]): void
  /** Told when all attempts of a claim have ended. */
  onEnded(one: UnderWay, sents: Sent[]): void
}) {
  const { sender } = needs
  const register = createRegister<UnderWay>()
  let begun = 0

  function attemptOf({ request, record, isDropped }: ClaimedAttempt, claim: Claim): Attempting {
    if (isDropped) return { done: Promise.resolve(dropped), cut() {} }
    const connected = () => needs.onConnected(claim.subscription.id)
    return sender.send(request, { timeoutMs: claim.timeoutMs, attempt: record, connected })
  }

  /** How all attempts of a claim ended; what ends long before the others is told of meanwhile. */
  function endOfAll(one: UnderWay): Promise<Sent[]> {
    const sents: (Sent | undefined)[] = []
    let cancel: (() => void) | undefined
    const tellSome = () => {
      cancel = undefined
      needs.onSomeEnded(one, [...sents])
    }
    const ends = one.attempting.map(async ({ done }, place) => {
      const sent = await done
      sents[place] = sent
      cancel ??= needs.after(aloneMs, tellSome)
      needs.onOneEnded()
      return sent
    })
    return Promise.all(ends).finally(() => cancel?.())
  }

  return {
    count: register.count,
    holds: (one: UnderWay): boolean => register.holds(one.slot, one),
    /** Those that somebody waits for: what was let go of goes on by itself. */
    awaited: () => register.all().filter(({ holdsPlace }) => holdsPlace),
    of: (subscriptionId: string): UnderWay[] =>
      register.all().filter(({ claim }) => claim.subscription.id === subscriptionId),
    find: (deliveryId: string): UnderWay | undefined =>
      register.all().find(({ claim }) => claim.delivery.id === deliveryId),
    /** The deliveries that send the id of another event just now, as the fault `replay` has them do. */
    replaying: (eventId: string): DeliveryRecord[] =>
      register.all().flatMap(({ claim: { delivery, attempts } }) => {
        if (delivery.fault === null || delivery.eventId === eventId) return []
        const sends = attempts.some(({ request }) => request.headers.some(([, value]) => value === eventId))
        return sends ? delivery : []
      }),
    /** Makes the attempts of a claim. */
    start(claim: Claim) {
      let tellSettled = () => {}
      const settled = new Promise<void>((resolve) => {
        tellSettled = resolve
      })
      const attempting = claim.attempts.map((attempt) => attemptOf(attempt, claim))
      const one: UnderWay = {
        slot: 0,
        claim,
        attempting,
        order: begun++,
        began: needs.elapsed(),
        holdsPlace: true,
        isPassed: false,
        settled,
        tellSettled,
      }
      one.slot = register.enter(one)
      // What was forgotten meanwhile is of no interest any more.
      const tell = (sents: Sent[]) => {
        if (register.holds(one.slot, one)) needs.onEnded(one, sents)
      }
      const [only] = attempting
      if (attempting.length === 1 && only) void only.done.then((sent) => tell([sent]))
      else void endOfAll(one).then(tell)
    },
    /** Its end is written down. */
    end(one: UnderWay) {
      register.leave(one.slot, one)
      one.tellSettled()
    },
    all: register.all,
    cutAll(outcome: Outcome, isMeant: (one: UnderWay) => boolean = () => true) {
      for (const { attempting } of register.all().filter(isMeant))
        for (const one of attempting) one.cut(outcome)
    },
    forget() {
      for (const { tellSettled } of register.all()) tellSettled()
      register.clear()
    },
  }
}

/** What people do, directly or by what becomes of a subscription, to attempts that are under way. */
export function createByHand(needs: {
  underWay: ReturnType<typeof createUnderWay>
  /** A monotonic reading, in ms. */
  elapsed(): number
  /** Whether its attempts have ended, though that is not written down. */
  hasEnded(one: UnderWay): boolean
  leavePlace(one: UnderWay): void
  wake(subscriptionId: string): void
  /** A subscription as it is now; undefined for one that is gone. */
  present(subscriptionId: string): SubscriptionRecord | undefined
}) {
  const { underWay, leavePlace } = needs

  function cut(one: UnderWay, code: 'by_hand' | 'subscription_disabled' = 'by_hand') {
    const after_ms = Math.round(needs.elapsed() - one.began)
    for (const attempting of one.attempting) attempting.cut({ kind: 'aborted', code, after_ms })
  }

  function letPass(one: UnderWay) {
    leavePlace(one)
    needs.wake(one.claim.subscription.id)
  }

  /**
   * What it brings is recorded; in an ordered lane it is cut, since the next must not be under way beside it. Where the
   * subscription is gone there is no next.
   */
  const letGo = (one: UnderWay, code?: 'subscription_disabled') =>
    needs.present(one.claim.subscription.id)?.ordered ? cut(one, code) : letPass(one)

  return {
    /**
     * Cuts the attempts of a delivery that are under way. False when there are none, or they had ended; fulfilled when that is
     * written down.
     */
    async abort(deliveryId: string): Promise<boolean> {
      const one = underWay.find(deliveryId)
      if (!one) return false
      const isCut = !needs.hasEnded(one)
      if (isCut) cut(one)
      await one.settled
      return isCut
    },
    /** Lets the next of the lane start while this one goes on waiting. False when it is not under way. */
    release(deliveryId: string): boolean {
      const one = underWay.find(deliveryId)
      if (!one) return false
      letPass(one)
      return true
    },
    /** Whether its lane goes on while it is still under way. */
    isReleased: (deliveryId: string): boolean => underWay.find(deliveryId)?.holdsPlace === false,
    /** The deliveries of a lane that is not waiting for them, though they are under way. */
    releasedOf: (subscriptionId: string): ReadonlySet<string> =>
      new Set(
        underWay.of(subscriptionId).flatMap(({ holdsPlace, claim }) => (holdsPlace ? [] : claim.delivery.id)),
      ),
    /** A delivery that is under way and takes a place in its lane. */
    underWayIn: (subscriptionId: string): DeliveryRecord | undefined =>
      underWay.of(subscriptionId).find(({ holdsPlace }) => holdsPlace)?.claim.delivery,
    /** Waits no more for a delivery that was cancelled. */
    letGo(deliveryId: string) {
      const one = underWay.find(deliveryId)
      if (one) letGo(one)
    },
    /** Waits no more for what is under way for a subscription, which is disabled or gone. */
    letGoAll(subscriptionId: string) {
      for (const one of underWay.of(subscriptionId)) letGo(one, 'subscription_disabled')
      needs.wake(subscriptionId)
    },
  }
}
