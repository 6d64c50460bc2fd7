import { subscriptions } from '../live/settings.ts'
import { withAddresses } from '../secrets/whose-secret.ts'

/** The words of a verdict as a reader knows the subscriptions they speak of: by their addresses. */
export const plainly = (words: string): string =>
  withAddresses(words, subscriptions.value ?? [], location.origin)
