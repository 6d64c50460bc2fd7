/** Words for differences between bytes, and between captures. */
import type { CaptureDiff, Difference, Verdict } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { count, many } from '../kit/format.ts'

/** The position of the first difference, and both lengths. */
export function differenceWords(
  { of, at, sender_bytes, here_bytes }: Difference,
  words: { sender: string; here: string },
): string {
  const lengths =
    sender_bytes === here_bytes
      ? `both have ${bytes(here_bytes)}`
      : `${bytes(sender_bytes)} ${words.sender}, ${bytes(here_bytes)} ${words.here}`
  return `The ${of} differs at byte ${count(at)}; ${lengths}.`
}

/** White space as visible signs, also in its escaped form. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/ /g, '␣'],
  [/\t|\\x09/g, '⇥'],
  [/\n|\\x0A/g, '⏎'],
  [/\r|\\x0D/g, '␍'],
]

/** Draws text that is only white space as signs. */
export const visibly = (text: string): string =>
  /^(\s|\\x0[9AD])+$/.test(text)
    ? signs.reduce((drawn, [space, sign]) => drawn.replace(space, sign), text)
    : text

/** Splits a text around its ellipsis, which may be at the start, at the end or in between. */
export function aroundGap(text: string): [before: string, after: string] {
  if (text.startsWith('…')) return ['', text.slice(1)]
  if (text.endsWith('…')) return [text.slice(0, -1), '']
  const at = text.indexOf('…')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** The size of the search for a cause. */
export const triedWords = ({ secrets, recipes, complete }: Omit<Tried, 'families'>): string =>
  `Tried ${many(secrets, 'secret')}, ${many(recipes, 'signature')}.${complete ? '' : ' The search reached its limit before it tried all of them.'}`
type Tried = NonNullable<Verdict['tried']>

type Changed = CaptureDiff['line'][number]

/** A value as shown: text unchanged, other values as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const said = {
  added: 'only in the other capture',
  removed: 'only in this capture',
  changed: 'differs',
} as const satisfies Record<Changed['change'], string>

/** The kind of a change in words. */
export const changeWords = ({ change }: Pick<Changed, 'change'>): string => said[change]

/** Whether two captures are equal in everything compared. */
export const isSame = ({ line, headers, json, body }: CaptureDiff): boolean =>
  line.length + headers.length + (json?.length ?? 0) === 0 && body === null
