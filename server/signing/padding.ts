/** Base64 without the = at its end; looked for once, as of a long run with something behind it each = is a beginning. */
export const unpadded = (text: string): string => text.replace(/(?<!=)=+$/, '')
