/** Draws a status word with colour and shape, and a duration as a bar. */

import { duration } from '../../server/words/duration.ts'
import { durationShare, type Sign, type Tone } from './format.ts'

const shapes = { good: '✓', bad: '✕', wait: '◷', quiet: '' } as const satisfies Record<Tone, string>

interface MarkProps {
  /** Overrides the shape of the tone. */
  sign: Sign & { shape?: string }
  plain?: boolean
}

/** The shape repeats the colour for readers who cannot see it. */
export function Mark({ sign, plain = false }: MarkProps) {
  const shape = plain ? '' : (sign.shape ?? shapes[sign.tone])
  return (
    <span class={`mark ${sign.tone}`}>
      {shape !== '' && <span aria-hidden="true">{shape} </span>}
      {sign.text}
    </span>
  )
}

/** All rows share the scale of the bar. */
export function Bar({ ms }: { ms: number | null }) {
  if (ms === null) return <span class="bar none" />
  return (
    <span class="bar" title={duration(ms)}>
      <span style={{ width: `${Math.max(2, durationShare(ms) * 100)}%` }} />
    </span>
  )
}
