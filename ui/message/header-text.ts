/** Decodes a header value: headers arrive as bytes, and are UTF-8 wherever possible. */
export function headerText(value: string): string {
  if (!/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(value)) return value
  const bytes = Uint8Array.from(value, (letter) => letter.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return value
  }
}
