import { fitsPattern } from '../words/pattern.ts'

/** Whether any entry of a subscription's `events` names this event. */
export const matches = (entries: readonly string[], event: string): boolean =>
  entries.some((entry) => fitsPattern(entry, event))
