import { signal } from '@preact/signals'
import type { BulkAct } from './bulk.ts'

/** What is about to be done to all that is listed. */
export const bulk = signal<BulkAct | null>(null)
/** What came of the last. */
export const bulkOutcome = signal('')
