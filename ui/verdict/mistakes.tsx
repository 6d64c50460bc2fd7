/** Shows what is wrong with a request apart from its signature. */

import type { Mistake } from '../../server/wire.ts'
import { mistakeSigns } from './capture-sign.ts'

export function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  if (mistakes.length === 0) return null
  return (
    <ul class="mistakes" aria-label="Mistakes">
      {mistakes.map(({ mistake, detail }) => (
        <li key={mistake}>
          <MistakeBadge mistake={mistake} /> {detail}
        </li>
      ))}
    </ul>
  )
}

/** A mistake as a coloured word. */
export function MistakeBadge({ mistake, title }: { mistake: Mistake['mistake']; title?: string }) {
  const { tone, text } = mistakeSigns[mistake]
  return (
    <span class={`badge ${tone}`} title={title}>
      {text}
    </span>
  )
}
