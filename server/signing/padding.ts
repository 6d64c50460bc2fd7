/** Removes the = padding. The lookbehind keeps a long run of = from taking quadratic time. */
export const unpadded = (text: string): string => text.replace(/(?<!=)=+$/, '')
