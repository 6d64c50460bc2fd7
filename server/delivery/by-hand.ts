import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { DeliveryRecord } from './record.ts'
import type { createUnderWay, UnderWay } from './under-way.ts'

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
