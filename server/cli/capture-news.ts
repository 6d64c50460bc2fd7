import type { CaptureRow, Frame } from '../wire.ts'

/** A capture that came, or the answer of one that was still being passed on when it came. */
export interface CaptureNews {
  kind: 'came' | 'answered'
  row: CaptureRow
}

/** So many of the newest are remembered: the log leaves news out under a flood, answers among them. */
const mostAwaited = 1000

/** Tells what a line is worth from what is told again of a capture because it was explained, pinned or noted. */
export function createCaptureNews() {
  const awaited = new Set<string>()
  return ({ seq, data }: Frame & { kind: 'capture' }): CaptureNews | undefined => {
    if ('deleted' in data) {
      awaited.delete(data.id)
      return undefined
    }
    if (seq === data.seq) {
      if (data.reply.kind === 'forwarding') awaited.add(data.id)
      const [oldest] = awaited
      if (awaited.size > mostAwaited && oldest !== undefined) awaited.delete(oldest)
      return { kind: 'came', row: data }
    }
    if (data.reply.kind === 'forwarding' || !awaited.delete(data.id)) return undefined
    return { kind: 'answered', row: data }
  }
}
