import { signal } from '@preact/signals'
import type { BulkAct } from './bulk.ts'

/** Whether the menu was opened before it was there. */
export const isMenuAsked = signal(false)
/** What is about to be done to all that is listed. */
export const bulk = signal<BulkAct | null>(null)
/** What came of the last. */
export const bulkOutcome = signal('')

/** Asks, in the view, before it is done. */
export function askBeforeAll(act: BulkAct): void {
  bulkOutcome.value = ''
  bulk.value = act
}
