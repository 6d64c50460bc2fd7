/** Lists the byte changes of a fault. */
import type { Attempt } from '../../server/wire.ts'
import { Masked } from '../secrets/masked.tsx'

export function Changes({ changes }: Pick<Attempt, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <ul class="changes" aria-label="Changed on purpose">
      {changes.map(({ fault, detail }, index) => (
        <li key={`${index}${fault}`}>
          <span class="fault">{fault}</span>{' '}
          <code>
            <Masked text={detail} />
          </code>
        </li>
      ))}
    </ul>
  )
}
