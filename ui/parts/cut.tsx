const tailLength = 14

/** One line of text that gives way when it is too long: an address in its middle, a name at its end. */
export function Cut({ text }: { text: string }) {
  if (!text.includes('/') || text.length <= tailLength * 2)
    return (
      <span class="cut">
        <span class="cut-head whole">{text}</span>
      </span>
    )
  return (
    <span class="cut" title={text}>
      <span class="cut-head">{text.slice(0, -tailLength)}</span>
      <span>{text.slice(-tailLength)}</span>
    </span>
  )
}
