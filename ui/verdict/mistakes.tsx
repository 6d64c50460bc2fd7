/** Shows a mistake of a request as a word. */

import type { Mistake } from '../../server/wire.ts'
import { mistakeSigns } from './capture-sign.ts'

/** A mistake as a coloured word. */
export function MistakeBadge({ mistake, title }: { mistake: Mistake['mistake']; title?: string }) {
  const { tone, text } = mistakeSigns[mistake]
  return (
    <span class={`badge ${tone}`} title={title}>
      {text}
    </span>
  )
}
