import type { Difference as Shape } from '../../server/wire.ts'
import { many } from '../kit/format.ts'
import { piecesOf } from '../secrets/mask.ts'
import { hidesSecrets, knownSecrets } from '../secrets/secrets.ts'
import { aroundGap, differenceWords, visibly } from './difference-words.ts'

interface Props {
  difference: Shape
  /** What the two sides are called, where they are not the sender and what is here. */
  sides?: { sender: string; here: string }
  words?: { sender: string; here: string }
}

/** Whether either side has something in it that would be masked. */
const holdsSecret = ({ parts }: Shape): boolean =>
  (['sender', 'here'] as const).some((side) =>
    piecesOf(
      parts.map((part) => (part.side === side || part.side === 'both' ? part.text : '')).join(''),
      knownSecrets.value,
    ).some(({ isSecret }) => isSecret),
  )

/** Two stretches of bytes laid over each other: what both have, and what only one of them has. */
export function Difference({
  difference,
  sides = { sender: 'only in what the sender signed', here: 'only in what is here' },
  words = { sender: 'at the sender', here: 'here' },
}: Props) {
  if (hidesSecrets.value && holdsSecret(difference))
    return (
      <div class="difference">
        <p class="quiet">{differenceWords(difference, words)}</p>
        <p class="quiet">The bytes hold a secret: leave demo mode to see them.</p>
      </div>
    )
  return (
    <div class="difference">
      <p class="quiet">{differenceWords(difference, words)}</p>
      <pre class="bytes">
        {difference.parts.map((part, index) => (
          <Part key={`${index}${part.side}`} {...part} />
        ))}
      </pre>
      <p class="legend quiet">
        {(['sender', 'here'] as const)
          .filter((side) => difference.parts.some((part) => part.side === side))
          .map((side) => (
            <span key={side} class={`side ${side}`}>
              {sides[side]}
            </span>
          ))}
      </p>
    </div>
  )
}

function Part({ side, text, skipped }: Shape['parts'][number]) {
  const [before, after] = skipped > 0 ? aroundGap(text) : [text, '']
  const words = (
    <>
      {visibly(before)}
      {skipped > 0 && <span class="gap">… {many(skipped, 'byte')} …</span>}
      {visibly(after)}
    </>
  )
  if (side === 'both') return words
  const Mark = side === 'sender' ? 'del' : 'ins'
  return <Mark class={`side ${side}`}>{words}</Mark>
}
