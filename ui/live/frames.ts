import type { Frame } from '../../server/wire.ts'

/** Those who want to know of every live frame. */
export const frameListeners = new Set<(frames: readonly Frame[]) => void>()
