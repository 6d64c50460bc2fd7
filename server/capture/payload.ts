/** Reads the JSON object in a body, and its size in bytes. */
export interface Payload {
  value: Record<string, unknown>
  bytes: number
}

/** Reads a body without content codings. Undefined if it is not a JSON object. */
export function payloadIn(bytes: Buffer): Payload | undefined {
  // Checked first, since a failed parse costs an exception.
  const first = bytes.find((byte) => byte > 0x20)
  if (first !== 0x7b) return undefined
  try {
    return { value: JSON.parse(bytes.toString('utf8')), bytes: bytes.length }
  } catch {
    return undefined
  }
}
