/** Bytes as base64. */
export function base64Of(bytes: Uint8Array): string {
  const letters: string[] = []
  for (let at = 0; at < bytes.length; at += 8192)
    letters.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return btoa(letters.join(''))
}
