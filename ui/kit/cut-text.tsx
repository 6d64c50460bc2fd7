/** Draws one line of text that is shortened when the room is too small. */

import { inOneLine } from './control-marks.ts'

const longestTail = 14
/** At least this many letters of the start are drawn. They always fit. */
const shortestHead = 10

/** Where to shorten an address or the name of a receiver: the end stays visible. Null for another name, which loses its end. */
export function cutAt(text: string): number | null {
  if (!/[/:→]/.test(text)) return null
  // A text that is shortened already is so at the same place.
  const at = Math.max(text.length - Math.min(longestTail, Math.floor(text.length / 2)), text.indexOf('…') + 1)
  return at < shortestHead && !text.includes('→') ? null : at
}

/** An address is shortened in the middle, a name at the end. */
export function Cut({ text: written }: { text: string }) {
  const text = inOneLine(written)
  const at = cutAt(text)
  if (at === null)
    return (
      <span class="cut-whole" title={text}>
        {text}
      </span>
    )
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a row is read by its contents, and its parts are boxes, between which a name would get a gap
    <span class="cut" title={text} aria-label={text}>
      <span class="cut-head">{text.slice(0, at)}</span>
      <span class="cut-tail">
        <bdi>{text.slice(at)}</bdi>
      </span>
    </span>
  )
}
