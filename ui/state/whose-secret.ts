import { withAddresses } from '../parts/whose-secret.ts'
import { subscriptions } from './settings.ts'

/** The words of a verdict as a reader knows the subscriptions they speak of: by their addresses. */
export const plainly = (words: string): string =>
  withAddresses(words, subscriptions.value ?? [], location.origin)
