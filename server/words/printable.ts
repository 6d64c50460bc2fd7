/**
 * Makes text safe for a terminal. Control characters, line breaks and marks that change the direction of text
 * steer a terminal, and captured text must not do so.
 */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu

/** Text as one line that a terminal only shows: control characters become symbols such as ␛, or �. */
export const printable = (text: string): string =>
  text.replace(steering, (one) => {
    const code = one.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    return code === 0x7f ? '␡' : '\ufffd'
  })

/** Like {@link printable}, but line by line; tabs become spaces. */
export const printableLines = (text: string): string[] =>
  text.split(/\r\n|\n|\r/).map((line) => printable(line.replaceAll('\t', '    ')))

/** A value as JSON on one line without control characters. It parses to the same value. */
export const jsonLine = (value: unknown): string => printableJson(JSON.stringify(value))

/** Like {@link jsonLine}, for text that is already one line of JSON, or a part of it. */
export const printableJson = (json: string): string =>
  json.replace(steering, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
