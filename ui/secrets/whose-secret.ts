import type { Subscription } from '../../server/wire.ts'
import { target } from '../kit/format.ts'

const subscriptionId = /\bsubscription ([\w-]{20,})/g

/** The words of a verdict with each subscription by its address, and its description where there is one, in place of its id. */
export const withAddresses = (
  words: string,
  subscriptions: readonly Pick<Subscription, 'id' | 'url' | 'description'>[],
  own: string,
): string =>
  words.replace(subscriptionId, (whole, id) => {
    const one = subscriptions.find((known) => known.id === id)
    if (one === undefined) return whole
    return `the subscription to ${target(one.url, own)}${one.description === '' ? '' : ` (${one.description})`}`
  })
