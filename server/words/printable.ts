/**
 * Control characters, and what turns the direction of text or breaks lines: a terminal obeys them, and text that was
 * captured or comes from a receiver must not steer the terminal of whoever looks at it.
 */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu

/** One line that a terminal shows and does not obey: controls become their pictures, such as ␛, or �. */
export const printable = (text: string): string =>
  text.replace(steering, (one) => {
    const code = one.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    return code === 0x7f ? '␡' : '\ufffd'
  })

/** As {@link printable}, line by line; tabs become spaces. */
export const printableLines = (text: string): string[] =>
  text.split(/\r\n|\n|\r/).map((line) => printable(line.replaceAll('\t', '    ')))

/** JSON on one line in which nothing is left that a terminal obeys; it reads back as the same value. */
export const jsonLine = (value: unknown): string => printableJson(JSON.stringify(value))

/** As {@link jsonLine}, of what is JSON on one line already, or a part of it. */
export const printableJson = (json: string): string =>
  json.replace(steering, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
