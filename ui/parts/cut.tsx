import { inOneLine } from './control-marks.ts'
import { cutAt } from './cut.ts'

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
    <span class="cut" title={text}>
      <span class="cut-head">{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  )
}
