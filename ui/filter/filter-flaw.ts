/** Holds whether the filter has a mistake. */
import { signal } from '@preact/signals'

/** The message is below the filter field. */
export const isFilterFlawed = signal(false)
