/** Holds the bulk action that waits for confirmation, and the last result. */
import { signal } from '@preact/signals'
import type { BulkAct } from './bulk.ts'

/** Whether the menu was opened before its code was loaded. */
export const isMenuAsked = signal(false)
/** The action that waits for confirmation. */
export const bulk = signal<BulkAct | null>(null)
/** The result of the last action. */
export const bulkOutcome = signal('')

/** Asks for confirmation in the view. */
export function askBeforeAll(act: BulkAct): void {
  bulkOutcome.value = ''
  bulk.value = act
}
