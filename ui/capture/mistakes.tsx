/** Shows what is wrong with a request apart from its signature. */
import type { Mistake } from '../../server/wire.ts'
import { MistakeBadge } from '../verdict/mistakes.tsx'

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
