import { signal } from '@preact/signals'

/** Whether something is wrong with the filter; what it is stands below its field. */
export const isFilterFlawed = signal(false)
