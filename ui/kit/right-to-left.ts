const letters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A piece of text; `isApart` where it is written from right to left, and would take what stands beside it along. */
export interface Stretch {
  text: string
  isApart: boolean
}

/** Text in pieces between its quotes, where any of it is written from right to left: of two such values beside each other the second stood first. */
export function stretchesOf(text: string): Stretch[] {
  if (!letters.test(text)) return [{ text, isApart: false }]
  return text
    .split(/(")/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, isApart: letters.test(piece) }))
}
