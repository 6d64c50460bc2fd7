/** Makes the attempts of claims and keeps track of them until their end is recorded. */
import { type Attempting, type AttemptSender, notSent, type Sent } from '../client/send.ts'
import { createRegister } from '../memory/register.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { Outcome } from '../wire.ts'
import type { Claim, ClaimedAttempt } from './claims.ts'
import type { DeliveryRecord } from './record.ts'

/** A claim whose attempts are being made. */
export interface UnderWay {
  /** Its position in the register. */
  slot: number
  claim: Claim
  attempting: Attempting[]
  /** Increases with each claim that begins. */
  order: number
  /** A monotonic time, in ms. */
  began: number
  /** Whether it uses a place in its lane. */
  holdsPlace: boolean
  /** Whether its wave no longer waits for it: it was passed on or is too slow. */
  isPassed: boolean
  /** Fulfilled when its end is recorded. */
  settled: Promise<void>
  tellSettled(): void
}

/** How long the end of one of several attempts waits for the others before it is recorded. Real time, ms. */
const aloneMs = 500

/** The record of an attempt that a fault prevents from being sent. */
const dropped = notSent({ kind: 'dropped', code: 'fault_drop' })

/** The deliveries that are being sent. */
export function createUnderWay(needs: {
  sender: AttemptSender
  elapsed(): number
  after(ms: number, run: () => void): () => void
  /** Called when an attempt for a subscription has a connection. */
  onConnected(subscriptionId: string): void
  /** Called when one of several attempts of a claim has ended. */
  onOneEnded(): void
  /** Called with the ended attempts, in their positions, if others of the claim take longer. */
  onSomeEnded(one: UnderWay, sents: readonly (Sent | undefined)[]): void
  /** Called when all attempts of a claim have ended. */
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

  /** How all attempts of a claim ended. Attempts that end long before the others are reported meanwhile. */
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
    /** The claims that somebody waits for. Released claims continue by themselves. */
    awaited: () => register.all().filter(({ holdsPlace }) => holdsPlace),
    of: (subscriptionId: string): UnderWay[] =>
      register.all().filter(({ claim }) => claim.subscription.id === subscriptionId),
    find: (deliveryId: string): UnderWay | undefined =>
      register.all().find(({ claim }) => claim.delivery.id === deliveryId),
    /** The deliveries that currently send the id of another event, as the fault `replay` makes them. */
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
      // The results of forgotten claims are ignored.
      const tell = (sents: Sent[]) => {
        if (register.holds(one.slot, one)) needs.onEnded(one, sents)
      }
      const [only] = attempting
      if (attempting.length === 1 && only) void only.done.then((sent) => tell([sent]))
      else void endOfAll(one).then(tell)
    },
    /** The end is recorded. */
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

/** What users or changes of a subscription do to attempts under way. */
export function createByHand(needs: {
  underWay: ReturnType<typeof createUnderWay>
  /** A monotonic time, in ms. */
  elapsed(): number
  /** Whether its attempts have ended but are not recorded yet. */
  hasEnded(one: UnderWay): boolean
  leavePlace(one: UnderWay): void
  wake(subscriptionId: string): void
  /** The current subscription, or undefined if it is deleted. */
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
   * The result is still recorded. An ordered lane cuts the attempt, since the next must not run beside it. A deleted
   * subscription has no next delivery.
   */
  const letGo = (one: UnderWay, code?: 'subscription_disabled') =>
    needs.present(one.claim.subscription.id)?.ordered ? cut(one, code) : letPass(one)

  return {
    /**
     * Cuts the attempts of a delivery. False if none is under way or they have ended. Fulfilled when the end
     * is recorded.
     */
    async abort(deliveryId: string): Promise<boolean> {
      const one = underWay.find(deliveryId)
      if (!one) return false
      const isCut = !needs.hasEnded(one)
      if (isCut) cut(one)
      await one.settled
      return isCut
    },
    /**
     * Lets the lane start its next delivery while this one still waits. False if the delivery is not under
     * way.
     */
    release(deliveryId: string): boolean {
      const one = underWay.find(deliveryId)
      if (!one) return false
      letPass(one)
      return true
    },
    /** Whether its lane continues while the delivery is under way. */
    isReleased: (deliveryId: string): boolean => underWay.find(deliveryId)?.holdsPlace === false,
    /** The deliveries of a lane that are under way without blocking it. */
    releasedOf: (subscriptionId: string): ReadonlySet<string> =>
      new Set(
        underWay.of(subscriptionId).flatMap(({ holdsPlace, claim }) => (holdsPlace ? [] : claim.delivery.id)),
      ),
    /** A delivery that is under way and uses a place in its lane. */
    underWayIn: (subscriptionId: string): DeliveryRecord | undefined =>
      underWay.of(subscriptionId).find(({ holdsPlace }) => holdsPlace)?.claim.delivery,
    /** Stops waiting for a cancelled delivery. */
    letGo(deliveryId: string) {
      const one = underWay.find(deliveryId)
      if (one) letGo(one)
    },
    /** Stops waiting for attempts of a subscription that is disabled or deleted. */
    letGoAll(subscriptionId: string) {
      for (const one of underWay.of(subscriptionId)) letGo(one, 'subscription_disabled')
      needs.wake(subscriptionId)
    },
  }
}
