/** Holds the listeners for live frames. */
import type { Frame, FrameKind } from '../../server/wire.ts'
import type { Entry } from './entries.ts'

/** The listeners for every live frame. */
export const frameListeners = new Set<(frames: readonly Frame[]) => void>()
/** The listeners for new records, whatever the list's filter. */
export const newsListeners = new Set<(fresh: readonly Entry[]) => void>()

/** Acts after live frames of some kinds, until the returned function is called. */
export function afterFrames(kinds: readonly FrameKind[], act: () => void): () => void {
  const listen = (frames: readonly Frame[]) => {
    if (frames.some(({ kind }) => kinds.includes(kind))) act()
  }
  frameListeners.add(listen)
  return () => void frameListeners.delete(listen)
}
