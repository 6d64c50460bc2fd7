/** Shows two byte ranges on top of each other, with common and differing parts. */
import type { Difference as Shape } from '../../server/wire.ts'
import { many } from '../kit/format.ts'
import { piecesOf } from '../secrets/mask.ts'
import { hidesSecrets, knownSecrets } from '../secrets/secrets.ts'
import { aroundGap, differenceWords, visibly } from './difference-words.ts'

const toneOf = { sender: 'bad', here: 'good' } as const

interface Props {
  difference: Shape
  /** The names of the two sides; by default the sender and the received bytes. */
  sides?: { sender: string; here: string }
  words?: { sender: string; here: string }
}

/** Whether either side contains a secret to mask. */
const holdsSecret = ({ parts }: Shape): boolean =>
  (['sender', 'here'] as const).some((side) =>
    piecesOf(
      parts.map((part) => (part.side === side || part.side === 'both' ? part.text : '')).join(''),
      knownSecrets.value,
    ).some(({ isSecret }) => isSecret),
  )

export function Difference({
  difference,
  sides = { sender: 'only in the bytes the sender signed', here: 'only in the received bytes' },
  words = { sender: 'at the sender', here: 'here' },
}: Props) {
  if (hidesSecrets.value && holdsSecret(difference))
    return (
      <div class="difference">
        <p class="quiet">{differenceWords(difference, words)}</p>
        <p class="quiet">These bytes contain a secret. Leave demo mode to see them.</p>
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
            <span key={side} class={`side ${toneOf[side]}`}>
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
  return <Mark class={`side ${toneOf[side]}`}>{words}</Mark>
}
