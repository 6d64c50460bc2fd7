/** Holds the listeners for live frames. */
import type { Frame } from '../../server/wire.ts'
import type { Entry } from './entries.ts'

export const frameListeners = new Set<(frames: readonly Frame[]) => void>()
/** The listeners for new records, whatever the list's filter. */
export const newsListeners = new Set<(fresh: readonly Entry[]) => void>()
