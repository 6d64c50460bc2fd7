/** Finds characters that are invisible or change the text direction. */

/** Control characters, direction marks and zero-width spaces. */
export const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\r(?!\n)/gu

/** A character as `U+202E`. */
export const codeOf = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** A foreign name on one line, with `[U+202E]` for each invisible character. Not for copies. */
export const inOneLine = (text: string): string => text.replaceAll(unseen, told).replaceAll(/[\t\r\n]/g, told)

const told = (character: string): string => `[${codeOf(character)}]`
