/** Controls that no text has. */
export const controls = /[^\P{Cc}\t\n\f\r]/u
const everyControl = new RegExp(controls, 'gu')

/** So many controls, and such a share of a text, make it none: each is six characters in JSON. */
const [many, share] = [100, 0.1]

/** Whether a text is so full of controls that it is told better as bytes. */
export function isFullOfControls(text: string): boolean {
  const most = Math.max(many, text.length * share)
  let found = 0
  for (const _ of text.matchAll(everyControl)) if (++found > most) return true
  return false
}
