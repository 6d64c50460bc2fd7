import type { Mistake } from '../../server/wire.ts'
import { mistakeSigns } from './capture-sign.ts'

/** What is wrong with a request beside its signature, each with its reason. */
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

/** A mistake as a badge: a word in the colour of its meaning. */
export function MistakeBadge({ mistake, title }: { mistake: Mistake['mistake']; title?: string }) {
  const { tone, text } = mistakeSigns[mistake]
  return (
    <span class={`badge ${tone}`} title={title}>
      {text}
    </span>
  )
}
