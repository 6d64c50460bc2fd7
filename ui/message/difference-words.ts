import type { CaptureDiff, Difference, Verdict } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { count, many } from '../kit/format.ts'

/** Where two stretches of bytes part and how long each is, in a line. */
export function differenceWords(
  { of, at, sender_bytes, here_bytes }: Difference,
  words: { sender: string; here: string },
): string {
  const lengths =
    sender_bytes === here_bytes
      ? `both have ${bytes(here_bytes)}`
      : `${bytes(sender_bytes)} ${words.sender}, ${bytes(here_bytes)} ${words.here}`
  return `The ${of} differs from byte ${count(at)} on; ${lengths}.`
}

/** White space as signs; what a difference escapes as bytes, too. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/ /g, '␣'],
  [/\t|\\x09/g, '⇥'],
  [/\n|\\x0A/g, '⏎'],
  [/\r|\\x0D/g, '␍'],
]

/** White space and nothing else cannot be seen: it is drawn as signs. */
export const visibly = (text: string): string =>
  /^(\s|\\x0[9AD])+$/.test(text)
    ? signs.reduce((drawn, [space, sign]) => drawn.replace(space, sign), text)
    : text

/** A text around the ellipsis that stands for what was left out of it; at its beginning, its end or in between. */
export function aroundGap(text: string): [before: string, after: string] {
  if (text.startsWith('…')) return ['', text.slice(1)]
  if (text.endsWith('…')) return [text.slice(0, -1), '']
  const at = text.indexOf('…')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** What was tried in search of a cause, in a line. */
export const triedWords = ({ secrets, recipes, complete }: Omit<Tried, 'families'>): string =>
  `Tried ${many(secrets, 'secret')}, ${many(recipes, 'signature')}.${complete ? '' : ' The search ended at its bound before all of them were tried.'}`
type Tried = NonNullable<Verdict['tried']>

type Changed = CaptureDiff['line'][number]

/** A value of either side as it is shown: text as it stands, all else as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const said = {
  added: 'only in the other',
  removed: 'only in this one',
  changed: 'differs',
} as const satisfies Record<Changed['change'], string>

/** What became of a value, in words. */
export const changeWords = ({ change }: Pick<Changed, 'change'>): string => said[change]

/** Whether two captures are the same in everything that is compared. */
export const isSame = ({ line, headers, json, body }: CaptureDiff): boolean =>
  line.length + headers.length + (json?.length ?? 0) === 0 && body === null
