import { duration } from '../../server/words/duration.ts'
import { durationShare, type Sign, type Tone } from './format.ts'

const shapes = { good: '✓', bad: '✕', wait: '◷', quiet: '' } as const satisfies Record<Tone, string>

interface MarkProps {
  /** Its shape is that of its tone, unless it has its own. */
  sign: Sign & { shape?: string }
  plain?: boolean
}

/** A word in the colour of its meaning, with a shape for those who do not see the colour. */
export function Mark({ sign, plain = false }: MarkProps) {
  const shape = plain ? '' : (sign.shape ?? shapes[sign.tone])
  return (
    <span class={`mark ${sign.tone}`}>
      {shape !== '' && <span aria-hidden="true">{shape} </span>}
      {sign.text}
    </span>
  )
}

/** A duration as a thin bar on the scale that all rows share. */
export function Bar({ ms }: { ms: number | null }) {
  if (ms === null) return <span class="bar none" />
  return (
    <span class="bar" title={duration(ms)}>
      <span style={{ width: `${Math.max(2, durationShare(ms) * 100)}%` }} />
    </span>
  )
}
