import { inOneLine } from './control-marks.ts'

const longestTail = 14
/** As many letters of the head are always drawn; any ten are wider than the room they always have. */
const shortestHead = 10

/** Where an address is cut when room is short: what stands behind it is always drawn. Null for a name, which loses its end. */
export function cutAt(text: string): number | null {
  if (!/[/:]/.test(text)) return null
  const at = text.length - Math.min(longestTail, Math.floor(text.length / 2))
  return at < shortestHead ? null : at
}

/** One line of text that gives way when it is too long: an address in its middle, a name at its end. */
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
