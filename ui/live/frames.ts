/** Holds the listeners for live frames. */
import type { Frame } from '../../server/wire.ts'

/** The listeners for every live frame. */
export const frameListeners = new Set<(frames: readonly Frame[]) => void>()
