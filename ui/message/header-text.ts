/** A header's value as who wrote it reads it, and as a search finds it: it comes byte by byte, and is UTF-8 wherever it can be. */
export function headerText(value: string): string {
  if (!/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(value)) return value
  const bytes = Uint8Array.from(value, (letter) => letter.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return value
  }
}
