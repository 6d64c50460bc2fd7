const longestTail = 14
/** As many letters of the head are always drawn; any ten are wider than the room they always have. */
const shortestHead = 10

/** Where an address is cut when room is short: what stands behind it is always drawn. Null for a name, which loses its end. */
export function cutAt(text: string): number | null {
  if (!/[/:]/.test(text)) return null
  const at = text.length - Math.min(longestTail, Math.floor(text.length / 2))
  return at < shortestHead ? null : at
}
